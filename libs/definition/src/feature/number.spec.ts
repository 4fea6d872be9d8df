import fc from 'fast-check';
import type { Feature } from './feature';
import { featureInputs, featureNumbers, featuresDiffer } from './number';
import type { Aggregated } from './number';

const nowMs = Date.parse('2026-03-04T12:00:00Z');
const document = {
  attributes: { amount: 12.5, open: true, closed: false, name: '7', many: [1, 2], since: '2026-03-04T13:00:00+01:00' },
  state: {
    a: { 'b.c': -0 },
    lines: [{ n: 1 }, { n: 2 }],
    line: [{ n: 3 }, { m: 4 }],
    no: null,
    deep: { n: 1e300 },
    nested: [{ b: [{ n: 1 }, { n: 2 }] }, { b: [{ n: 3 }] }],
    deeper: [{ b: [{ m: 1 }] }, { b: [{ n: 3 }] }],
  },
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-05T12:00:00.000Z',
};

function numberOf(source: Record<string, string>): number | null {
  const feature = { name: 'f', ...source } as Feature;
  return featureNumbers([feature], document, nowMs, 0.25)['f'] ?? null;
}

describe('featureNumbers', () => {
  it.each([
    ['attributes.amount', 12.5],
    ['attributes.open', 1],
    ['attributes.closed', 0],
    ['attributes.name', null],
    ['attributes.many', null],
    ['attributes.toString', null],
    ['state.a."b.c"', 0],
    ['state.a', null],
    ['state.no', null],
    ['state.lines.n', null],
    ['state.line.n', 3],
    ['state.line.m', 4],
    ['state.nested.b.n', null],
    ['state.deeper.b.n', 3],
    ['state.deep.n', 1e300],
    ['state.deep.n.x', null],
  ])('reads %s as %j [JDG-15] [JDG-16] [JDG-29]', (from, number) => expect(numberOf({ from })).toBe(number));

  it.each([
    ['created_at', 'days', 3.5],
    ['created_at', 'hours', 84],
    ['created_at', 'minutes', 5040],
    ['updated_at', 'days', -1],
    ['attributes.since', 'minutes', 0],
    ['attributes.name', 'days', null],
    ['attributes.amount', 'days', null],
    ['state.no', 'days', null],
  ])('measures the age of %s in %s as %j [JDG-15] [JDG-29]', (path, unit, number) =>
    expect(numberOf({ age_of: path, unit })).toBe(number),
  );

  it('gives the answer before, and null without one [JDG-15] [JDG-29]', () => {
    expect(numberOf({ previous: 'p' })).toBe(0.25);
    expect(featureNumbers([{ name: 'f', previous: 'p' }], document, nowMs, null)).toEqual({ f: null });
  });

  it('takes the numbers of related documents as they were read [JDG-15] [JDG-16]', () => {
    const features: Feature[] = ['total', '__proto__', 'none'].map((name) => ({
      name,
      of: 'orders',
      aggregate: 'count',
    }));
    const aggregated = JSON.parse('{"total":105.5,"__proto__":2,"none":null}') as Aggregated;
    expect(featureNumbers(features, document, nowMs, null, aggregated)).toEqual(aggregated);
    const moved = featureInputs(features, document, { ...aggregated, total: 106 });
    expect(featuresDiffer(featureInputs(features, document, aggregated), moved)).toBe(true);
    expect(featuresDiffer(moved, JSON.parse(JSON.stringify(moved)) as typeof moved)).toBe(false);
    expect(Object.values(featureNumbers(features, document, nowMs, null))).toEqual([null, null, null]);
  });

  it('has exactly the names of the features, whatever the document holds [ANS-05]', () => {
    const features: Feature[] = [
      { name: '__proto__', from: 'state.x.y' },
      { name: 'b', age_of: 'state.x', unit: 'hours' },
    ];
    fc.assert(
      fc.property(fc.jsonValue(), (x) => {
        const numbers = featureNumbers(features, { ...document, state: { x } }, nowMs, null);
        expect(Object.keys(numbers)).toEqual(['__proto__', 'b']);
        for (const number of Object.values(numbers)) expect(number === null || Number.isFinite(number)).toBe(true);
      }),
    );
  });
});

describe('featuresDiffer', () => {
  const features: Feature[] = [
    { name: 'amount', from: 'attributes.amount' },
    { name: 'age', age_of: 'attributes.since', unit: 'days' },
    { name: 'before', previous: 'p' },
  ];
  const before = featureInputs(features, document);
  const after = (attributes: object) =>
    featureInputs(features, { ...document, attributes: { ...document.attributes, ...attributes } });

  it('is moved by a number and by the time at the path of an age [JDG-17]', () => {
    expect(featuresDiffer(before, after({ amount: 13 }))).toBe(true);
    expect(featuresDiffer(before, after({ amount: null }))).toBe(true);
    expect(featuresDiffer(before, after({ since: '2026-03-04T12:00:01Z' }))).toBe(true);
    expect(featuresDiffer(before, after({ since: 'soon' }))).toBe(true);
    expect(featuresDiffer(null, before)).toBe(true);
  });

  it('is not moved by the clock, the answer before, or another spelling of a time [JDG-17]', () => {
    expect(featuresDiffer(before, after({ since: '2026-03-04T12:00:00Z', name: 'other' }))).toBe(false);
    expect(featuresDiffer(null, featureInputs([{ name: 'before', previous: 'p' }], document))).toBe(false);
    expect(featuresDiffer(JSON.parse(JSON.stringify(before)) as typeof before, after({}))).toBe(false);
  });
});
