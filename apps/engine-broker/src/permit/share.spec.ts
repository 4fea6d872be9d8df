import * as fc from 'fast-check';
import { fairCount, shareOf, sliceCount } from './share';

const all = Array.from({ length: sliceCount }, (_, slice) => slice);

describe('shares', () => {
  it('sum to the limits exactly, however the slices are dealt', () => {
    const rate = fc.record({
      requests_per_s: fc.option(fc.integer({ min: 1, max: 5000 })),
      tokens_per_s: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      in_flight: fc.integer({ min: 1, max: 1024 }),
    });
    fc.assert(
      fc.property(rate, fc.integer({ min: 0, max: sliceCount }), (limits, cut) => {
        const shares = [shareOf(limits, all.slice(0, cut)), shareOf(limits, all.slice(cut))];
        expect(shares[0].in_flight + shares[1].in_flight).toBe(limits.in_flight);
        const sum = (key: 'requests_per_s' | 'tokens_per_s') =>
          limits[key] === null ? null : (shares[0][key] ?? 0) + (shares[1][key] ?? 0);
        if (limits.requests_per_s !== null) expect(sum('requests_per_s')).toBeCloseTo(limits.requests_per_s, 6);
        else expect(shares.map((share) => share.requests_per_s)).toEqual([null, null]);
        if (limits.tokens_per_s !== null) expect(sum('tokens_per_s')).toBeCloseTo(limits.tokens_per_s, 6);
      }),
    );
  });

  it.each([1, 2, 3, 5, 8, 11])('deals all slices to %i replicas as equally as can be', (replicas) => {
    const counts = Array.from({ length: replicas }, (_, place) => fairCount(place, replicas));
    expect(counts.reduce((a, b) => a + b)).toBe(sliceCount);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });
});
