import { answerPaths, offeredValues, sampledKind, sampledPaths } from './offered';

const sample = [
  { attributes: { country: 'DE', tags: ['a', 'b'] }, state: { note: 'x'.repeat(100), order: { total: 12, 'a.b': 1 } } },
  { attributes: { country: 'FR' }, state: { a: { b: { c: { d: { e: 1 } } } } } },
];

it('offers thresholds and fields of answers by the type of the judgment', () => {
  const paths = answerPaths([
    { name: 'late', type: 'bool', thresholds: { alarm: 0.5 } },
    { name: 'kind', type: 'choice', thresholds: {} },
  ]);
  expect(paths.slice(0, 3)).toEqual(['answers.late.thresholds.alarm', 'answers.late.p', 'answers.late.calibrated.p']);
  expect(paths).toEqual(expect.arrayContaining(['answers.kind.value', 'answers.late.status']));
  expect(paths).not.toContain('answers.late.value');
});

it('offers the paths that sampled documents have, and none deeper than four or with a dot in a name', () => {
  expect(sampledPaths(sample)).toEqual(['attributes.country', 'attributes.tags', 'state.note', 'state.order.total']);
});

it('offers the values of sampled documents, and all of a status or threshold', () => {
  expect(offeredValues('attributes.country', sample)).toEqual(['DE', 'FR']);
  expect(offeredValues('attributes.tags', sample)).toEqual(['a', 'b']);
  expect(offeredValues('state.note', sample)).toEqual([]);
  expect(offeredValues('answers.late.thresholds.alarm', [])).toEqual(['true', 'false']);
  expect(offeredValues('answers.late.status', [])).toContain('stale');
});

it('knows what kind of value the sampled documents hold, where they agree', () => {
  expect(['id', 'attributes.country'].map((path) => sampledKind(path, sample))).toEqual(['text', 'text']);
  expect(sampledKind('attributes.tags', sample)).toBe('text');
  expect(sampledKind('state.order.total', sample)).toBe('number');
  const mixed = [{ attributes: { zip: '01234', is: true } }, { attributes: { zip: 1234, is: false } }];
  expect(['attributes.zip', 'attributes.is', 'attributes.none'].map((path) => sampledKind(path, mixed))).toEqual([
    undefined,
    'boolean',
    undefined,
  ]);
});
