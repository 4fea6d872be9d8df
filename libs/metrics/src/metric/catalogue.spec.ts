import { allMetrics } from './catalogue';

const names = allMetrics.map(({ name }) => name);

it('no two metrics have one name', () => {
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('a name begins with the prefix, and a counter alone ends in _total', () => {
  for (const { name, kind } of allMetrics) {
    expect(name).toMatch(/^judgment_[a-z]+(_[a-z]+)+$/);
    expect({ name, isTotal: name.endsWith('_total') }).toEqual({ name, isTotal: kind === 'counter' });
    if (kind === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

it('no label names a tenant, nor one that Prometheus sets', () => {
  const refused = [
    'organization',
    'namespace',
    'document',
    'judgment',
    'instance',
    'job',
    'service',
    'replica',
    'pod',
    'release',
    'cell',
  ];
  expect(allMetrics.flatMap(({ labels }) => labels).filter((label) => refused.includes(label))).toEqual([]);
});

it('meaning and use are sentences', () => {
  for (const { name, meaning, why } of allMetrics) {
    expect({ name, meaning }).toEqual({ name, meaning: expect.stringMatching(/^[A-Z0-9].{10,}\.$/s) as string });
    expect({ name, why }).toEqual({ name, why: expect.stringMatching(/^[A-Z].{10,}\.$/s) as string });
  }
});
