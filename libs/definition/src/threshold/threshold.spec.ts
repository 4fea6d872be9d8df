import fc from 'fast-check';
import { thresholdsOf } from './evaluate';
import { mergeThresholds, parseThresholds } from './parse';
import { refusalOf } from '../reading/refusal.fake';

const bool = { type: 'bool' } as const;
const choice = { type: 'choice', options: [{ value: 'a' }, { value: 'b' }] } as const;
const score = { type: 'score' } as const;

const detailsOf = (act: () => unknown) => refusalOf(act).details;

describe('thresholds', () => {
  it('must follow the rules of the type [THR-02] [THR-03] [THR-08]', () => {
    for (const value of [-0.01, 1.01, '0.5', null, NaN, { feature: 'f', gte: 1 }, { gte: 1, lte: 2 }, {}, []]) {
      expect(() => parseThresholds({ t: value }, bool, '')).toThrow();
    }
    for (const value of [
      0.5,
      { option: 'c', gte: 0.5 },
      { option: 'a' },
      { field: 'score', gte: 0 },
      { option: 'a', gte: 2 },
    ]) {
      expect(() => parseThresholds({ t: value }, choice, '')).toThrow();
    }
    for (const value of [
      0.5,
      { field: 'escape_p', gte: 0.1 },
      { field: 'normalized', lte: 1.1 },
      { option: 'a', gte: 0.5 },
    ]) {
      expect(() => parseThresholds({ t: value }, score, '')).toThrow();
    }
    expect(() => parseThresholds({ 'a.b': 0.5 }, bool, '')).toThrow('named');
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`t${n}`, 0.5]));
    expect(() => parseThresholds(many, bool, '')).toThrow('32');
  });

  it('may be 0 and 1, and have the forms of their type [THR-03]', () => {
    expect(parseThresholds({ a: 0, b: 1 }, bool, '')).toEqual({ a: 0, b: 1 });
    const ofChoice = { a: { option: 'a', gte: 0.5 }, none: { field: 'escape_p', lte: 0.2 } };
    expect(parseThresholds(ofChoice, choice, '')).toEqual(ofChoice);
    const ofScore = { s: { field: 'score', gte: 3 }, n: { field: 'normalized', lte: 0.5 } };
    expect(parseThresholds(ofScore, score, '')).toEqual(ofScore);
  });

  it('on a bool may bound one of its features [THR-02] [JDG-18]', () => {
    const form = { type: 'bool', features: [{ name: 'total' }, { name: 'age' }] } as const;
    const big = { big: { feature: 'total', gte: 5_000_000 }, old: { feature: 'age', lte: -2.5 } };
    expect(parseThresholds(big, form, '')).toEqual(big);
    expect(mergeThresholds({}, big, form, '')).toEqual(big);
    for (const [value, path, reason] of [
      [{ feature: 'sum', gte: 1 }, '/thresholds/t/feature', 'unknown_path'],
      [{ feature: 'total' }, '/thresholds/t', 'bad_bounds'],
      [{ feature: 'total', gte: 1, lte: 2 }, '/thresholds/t', 'bad_bounds'],
      [{ feature: 'total', gte: 1e16 }, '/thresholds/t/gte', 'bad_bounds'],
      [{ feature: 'total', gte: '1' }, '/thresholds/t/gte', 'bad_type'],
      [{ feature: 'total', eq: 1 }, '/thresholds/t/eq', 'unknown_field'],
      [{ gte: 1 }, '/thresholds/t/feature', 'missing_field'],
    ] as const) {
      expect(detailsOf(() => parseThresholds({ t: value }, form, '/thresholds'))).toMatchObject({ path, reason });
    }
    expect(() => parseThresholds({ t: { feature: 'sum', gte: 1 } }, form, '')).toThrow('It declares total, age.');
    expect(() => parseThresholds({ t: { feature: 'sum', gte: 1 } }, bool, '')).toThrow('It declares none');
  });

  it('on a feature stay when a new version drops it, and read false and missing [THR-02]', () => {
    const kept = { big: { feature: 'total', gte: 100 } } as const;
    expect(mergeThresholds(kept, { hot: 0.5 }, bool, '')).toEqual({ ...kept, hot: 0.5 });
    const read = (features: Record<string, number | null>) => thresholdsOf({ p: 0.5, features }, kept);
    expect(read({ total: 100 })).toEqual({ thresholds: { big: true }, missing: [] });
    expect(read({ total: 99.9 })).toEqual({ thresholds: { big: false }, missing: [] });
    for (const features of [{}, { total: null }] as Record<string, null>[]) {
      expect(read(features)).toEqual({ thresholds: { big: false }, missing: ['big'] });
    }
  });

  it('merge by name, and null removes one [THR-07] [THR-08]', () => {
    expect(mergeThresholds({ a: 0.1, b: 0.2 }, { a: null, c: 0.3 }, bool, '')).toEqual({ b: 0.2, c: 0.3 });
    expect(mergeThresholds({ a: 0.1 }, null, bool, '')).toEqual({});
    expect(mergeThresholds({ a: 0.1 }, JSON.parse('{"__proto__": 0.3}'), bool, '')).toHaveProperty('a', 0.1);
  });

  it('are inclusive at a precision of 1e-9 [THR-01]', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (p) => {
        expect(thresholdsOf({ p }, { t: p }).thresholds.t).toBe(true);
      }),
    );
    expect(thresholdsOf({ p: 0.1 + 0.2 - 1e-10 }, { t: 0.3 }).thresholds.t).toBe(true);
    expect(thresholdsOf({ p: 0.299999998 }, { t: 0.3 }).thresholds.t).toBe(false);
    expect(thresholdsOf({ escape_p: 0.2 }, { t: { field: 'escape_p', lte: 0.2 } }).thresholds.t).toBe(true);
  });

  it('are false and listed when their number is missing [THR-02] [THR-08]', () => {
    const thresholds = {
      low: { option: 'a', lte: 1 },
      proto: { option: 'toString', gte: 0 },
      e: { field: 'escape_p', gte: 0 },
    } as const;
    expect(thresholdsOf({ dist: { b: 1 }, escape_p: 0 }, thresholds)).toEqual({
      thresholds: { low: false, proto: false, e: true },
      missing: ['low', 'proto'],
    });
  });
});
