import fc from 'fast-check';
import { addLags, countLags, lagMs } from './lag';

const arbitraryLags = fc.array(fc.integer({ min: 10, max: 10_000_000 }), { minLength: 1, maxLength: 200 });

describe('lagMs', () => {
  it('is 0 without answers', () => {
    expect(lagMs(countLags([]), 0.9)).toBe(0);
  });

  it('lies within a quarter of the exact percentile', () => {
    fc.assert(
      fc.property(arbitraryLags, fc.constantFrom(0.5, 0.9), (lags, share) => {
        const sorted = [...lags].sort((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length) - 1];
        const read = lagMs(countLags(lags), share);
        expect(read).toBeGreaterThanOrEqual(exact / 1.26 - 1);
        expect(read).toBeLessThanOrEqual(exact * 1.26 + 1);
      }),
    );
  });
});

it('adds histograms bucket by bucket', () => {
  expect(addLags([])).toEqual([]);
  expect(addLags([countLags([5, 700]), countLags([700])])).toEqual(countLags([5, 700, 700]));
});
