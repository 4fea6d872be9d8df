import fc from 'fast-check';
import { countLags, lagP90Ms } from './lag';

describe('lagP90Ms', () => {
  it('is 0 without answers', () => {
    expect(lagP90Ms(countLags([]))).toBe(0);
  });

  it('lies within a quarter of the exact percentile', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 10_000_000 }), { minLength: 1, maxLength: 200 }), (lags) => {
        const sorted = [...lags].sort((a, b) => a - b);
        const exact = sorted[Math.ceil(0.9 * sorted.length) - 1];
        const read = lagP90Ms(countLags(lags));
        expect(read).toBeGreaterThanOrEqual(exact / 1.26 - 1);
        expect(read).toBeLessThanOrEqual(exact * 1.26 + 1);
      }),
    );
  });
});
