import fc from 'fast-check';
import { RateLimiter } from './rate-limiter';

interface Passed {
  atMs: number;
  key: string;
}

/** Sends requests at the given times. @returns those that passed */
function offer(times: number[], keyOf: (i: number) => string, keyLimit: number, organizationLimit: number): Passed[] {
  const limiter = new RateLimiter();
  return times.flatMap((atMs, i) => {
    const demand = { key: keyOf(i), organization: 'o', keyLimit, organizationLimit };
    return limiter.take(demand, 1, atMs).granted === 1 ? [{ atMs, key: demand.key }] : [];
  });
}

/** The greatest number of times in any half-open second. */
function maxInASecond(times: number[]): number {
  let max = 0;
  let start = 0;
  times.forEach((time, i) => {
    while (time - times[start] >= 1000) start++;
    max = Math.max(max, i - start + 1);
  });
  return max;
}

const gaps = fc.array(
  fc.oneof(fc.constant(0), fc.double({ min: 0, max: 30, noNaN: true }), fc.double({ min: 0, max: 2000, noNaN: true })),
  {
    minLength: 1,
    maxLength: 600,
  },
);
const timesOf = (steps: number[]): number[] => {
  let now = 1000;
  return steps.map((step) => (now += step));
};

describe('the rate limiter', () => {
  it('lets no more than either limit pass in any second [RATE-01]', () => {
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (steps, keyLimit, organizationLimit) => {
          const passed = offer(timesOf(steps), (i) => `k${i % 3}`, keyLimit, organizationLimit);
          expect(maxInASecond(passed.map(({ atMs }) => atMs))).toBeLessThanOrEqual(organizationLimit);
          for (const key of ['k0', 'k1', 'k2']) {
            const own = passed.filter((one) => one.key === key).map(({ atMs }) => atMs);
            expect(maxInASecond(own)).toBeLessThanOrEqual(keyLimit);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('lets at least 95 % of the limit pass under a steady load of three times the limit [RATE-02]', () => {
    const times = Array.from({ length: 30_000 }, (_, i) => 1000 + i / 3);
    const passed = offer(times, () => 'k', 1000, 2000);
    expect(passed.length).toBeGreaterThanOrEqual(0.95 * 1000 * 10);
  });

  it('lets the whole limit pass again a little more than a second after a burst [RATE-03]', () => {
    const burst = Array.from({ length: 100 }, () => 5000);
    expect(offer([...burst, ...burst.map(() => 6050)], () => 'k', 100, 200)).toHaveLength(200);
  });

  it('counts a request toward both limits or toward neither [RATE-02]', () => {
    const limiter = new RateLimiter();
    const demand = (key: string) => ({ key, organization: 'o', keyLimit: 10, organizationLimit: 15 });
    expect(limiter.take(demand('a'), 10, 1000).granted).toBe(10);
    expect(limiter.take(demand('b'), 10, 1000)).toEqual({ granted: 5, keyRemaining: 5, organizationRemaining: 0 });
    expect(limiter.take(demand('b'), 1, 1000).granted).toBe(0);
    // The refused request did not count toward the limit of b.
    expect(limiter.take({ ...demand('b'), organization: 'p' }, 10, 1000).granted).toBe(5);
  });

  it('counts what another gateway may spend within 50 ms', () => {
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.double({ min: 0, max: 50, noNaN: true, maxExcluded: true }), { minLength: 1, maxLength: 50 }),
        (steps, limit, delays) => {
          const limiter = new RateLimiter();
          const demand = { key: 'k', organization: 'o', keyLimit: limit, organizationLimit: limit };
          const spent: number[] = [];
          timesOf(steps).forEach((atMs, i) => {
            const remote = i % 2 === 0;
            if (limiter.take(demand, 1, atMs, 1, remote ? 50 : 0).granted === 0) return;
            spent.push(remote ? atMs + delays[i % delays.length] : atMs);
          });
          expect(maxInASecond(spent.sort((a, b) => a - b))).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 300 },
    );
  });
});
