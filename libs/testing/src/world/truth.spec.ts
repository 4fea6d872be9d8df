import { figuresOf, performanceOf } from './truth';

/** Reads evenly spread over 0 to 1 that are exactly right. */
const p = Float64Array.from({ length: 20_000 }, (_, at) => (at + 0.5) / 20_000);
const even = { p, q: p };

describe('the truth of reads that are evenly spread and exact', () => {
  it('is what integrals over 0 to 1 come to [CAL-08]', () => {
    const found = figuresOf(even, 1e-9);
    const formulas = {
      baseRate: 1 / 2,
      accuracy: 3 / 4,
      logLoss: 1 / 2,
      brier: 1 / 6,
      auroc: 5 / 6,
      precisionAt5: 0.975,
      precisionAt10: 0.95,
    };
    for (const [figure, value] of Object.entries(formulas))
      expect(found).toHaveProperty(figure, expect.closeTo(value, 4));
  });

  it('at a threshold t has precision (1 + t) / 2 and recall 1 - t² [CAL-04]', () => {
    for (const t of [0.1, 0.6, 0.9]) {
      const { flagged, precision, recall } = performanceOf(even, t);
      expect(flagged).toBeCloseTo(1 - t, 4);
      expect(precision).toBeCloseTo((1 + t) / 2, 4);
      expect(recall).toBeCloseTo(1 - t * t, 4);
    }
  });

  it('takes the mean of equal reads at the cut, whatever their order [CAL-08]', () => {
    const tied = { p: p.map((read) => (read > 0.98 ? 0.9 : 0.1)), q: p };
    // A fiftieth reads 0.9 and has a share of 0.99; the rest of the twentieth has the mean of all others.
    expect(figuresOf(tied, 1e-9).precisionAt5).toBeCloseTo((0.02 * 0.99 + 0.03 * 0.49) / 0.05, 3);
  });

  it('counts ties half: reads of one number rank nothing [CAL-08]', () => {
    expect(figuresOf({ p: new Float64Array(100).fill(0.3), q: p.slice(0, 100) }, 1e-9).auroc).toBeCloseTo(0.5, 12);
  });
});
