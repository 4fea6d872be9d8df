import fc from 'fast-check';
import { RateDay, changesPerDay, splitOf, wholeDays } from './change-rate';

const none = { made: 0, changed: 0 };
/** A day of a namespace whose documents are all selected. */
const day = (growth: number, changes: number, last = none): RateDay => ({ growth, changes, all: last, selected: last });
const quiet = (days: number): RateDay[] => Array.from({ length: days }, () => day(0, 0));
const rateOf = (days: readonly RateDay[], observed: number, share = 1): number =>
  changesPerDay({ days, observed, share });

describe('the change rate [REL-F1]', () => {
  it('counts an import of new documents as one day of all, and changes by their mean', () => {
    const hundred = [1, 2, 3].map(() => day(0, 100, { made: 0, changed: 100 }));
    expect(rateOf([day(5_000, 5_000, { made: 4_700, changed: 0 }), ...hundred], 3)).toBe(100);
    const sync = [1, 2, 3].map(() => day(0, 50, { made: 0, changed: 50 }));
    expect(rateOf([day(2_000, 2_000, { made: 1_850, changed: 0 }), ...sync], 3)).toBe(50);
  });

  it('spreads what happens once over the observed days, and leaves an import of one day out of thirty', () => {
    const changedOnce = [...quiet(26), day(0, 2_000, { made: 0, changed: 2_000 }), ...quiet(3)];
    expect(rateOf(changedOnce, 30)).toBeCloseTo(2_000 / 30);
    expect(rateOf([...quiet(26), day(2_000, 2_000, { made: 2_000, changed: 0 }), ...quiet(3)], 30)).toBe(0);
  });

  it('takes the median of new documents a day, the mean of two in the middle', () => {
    const grown = (made: number) => day(made, made, { made, changed: 0 });
    expect(rateOf([grown(9_000), grown(40), grown(60)], 3)).toBe(60);
    expect(rateOf([grown(9_000), grown(40), grown(60), grown(50)], 4)).toBe(55);
  });

  it('takes a day for the time before a day is over', () => {
    expect(rateOf([day(0, 12, { made: 0, changed: 1 })], 0.001)).toBe(12);
    expect(rateOf([], 0)).toBe(0);
  });

  it('gives a selection the part that it has in what changed last, else its share of the documents', () => {
    const all = { made: 80, changed: 20 };
    const half: RateDay = { growth: 100, changes: 300, all, selected: { made: 0, changed: 10 } };
    expect(rateOf([half], 1)).toBe(100);
    expect(rateOf([{ ...half, selected: { made: 20, changed: 0 } }], 1)).toBe(25);
    // Deleted documents have no last change.
    expect(rateOf([day(-40, 40)], 1, 0.25)).toBe(10);
  });

  it('tells new documents from changes also where as many were deleted', () => {
    expect(splitOf({ growth: 0, changes: 200 }, 100)).toEqual({ made: 100, changed: 100 });
    expect(splitOf({ growth: -50, changes: 50 }, 0)).toEqual({ made: 0, changed: 50 });
    expect(splitOf({ growth: 5, changes: 7 }, 3)).toEqual({ made: 5, changed: 2 });
  });

  it('is never more than what the counter counted, whatever the documents tell', () => {
    const amount = fc.nat({ max: 500 });
    const last = fc.record({ made: amount, changed: amount });
    const anyDay = fc.record({
      growth: fc.integer({ min: -500, max: 500 }),
      changes: amount,
      all: last,
      selected: last,
    });
    fc.assert(
      fc.property(
        fc.array(anyDay, { minLength: 1, maxLength: 30 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (days, share) => {
          const counted = days.map(({ changes }) => changes);
          const [most, mean] = [Math.max(...counted), counted.reduce((a, b) => a + b, 0) / days.length];
          const rate = rateOf(days, days.length, share);
          expect(rate).toBeGreaterThanOrEqual(0);
          expect(rate).toBeLessThanOrEqual(most + mean + 1e-9);
        },
      ),
    );
  });
});

it('counts whole observed days, at most thirty', () => {
  expect([0.99, 1, 2.999, 3, 30, 400].map(wholeDays)).toEqual([0, 1, 2, 3, 30, 30]);
});
