import { Outcome } from '@app/egress';
import fc from 'fast-check';
import { maxAttempts, waitAfterMs, waitsMs } from './schedule';
import { settle } from './settlement';

const failure: Outcome = {
  ok: false,
  statusCode: 500,
  latencyMs: 3,
  error: 'http_status',
  responseText: '',
  retryAfter: null,
};

describe('the schedule', () => {
  it('is nine attempts over 68 h 35 min 5 s [DLV-05]', () => {
    expect(waitsMs.map((ms) => ms / 1000)).toEqual([5, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400]);
    expect(maxAttempts).toBe(9);
    expect(waitsMs.reduce((sum, ms) => sum + ms, 0)).toBe((68 * 3600 + 35 * 60 + 5) * 1000);
  });

  it('varies each wait by up to 20 % either way and reaches both ends [DLV-05]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (n, random) => {
          const wait = waitAfterMs(n, random) ?? NaN;
          return wait >= 0.8 * waitsMs[n - 1] && wait <= 1.2 * waitsMs[n - 1];
        },
      ),
    );
    expect(waitAfterMs(1, 0)).toBe(4_000);
    expect(waitAfterMs(1, 0.5)).toBe(5_000);
    expect(waitAfterMs(1, 0.9999)).toBe(5_999 + 1);
  });
});

describe('the settlement of an attempt', () => {
  it.each([200, 201, 204, 299])('with status %i is a success [DLV-03]', (statusCode) => {
    const outcome = { ...failure, ok: true, statusCode, error: null };
    expect(settle(outcome, 3, 0.5, 0)).toEqual({ status: 'succeeded', waitMs: null, pauseMs: null });
  });

  it('after a failure waits as the schedule says, and after the ninth ends the delivery [DLV-05] [DLV-06]', () => {
    expect(settle(failure, 8, 0.5, 0)).toEqual({ status: 'pending', waitMs: 86_400_000, pauseMs: null });
    expect(settle(failure, 9, 0.5, 0)).toEqual({ status: 'failed', waitMs: null, pauseMs: null });
  });

  it.each([
    [429, '120', 120_000, 120_000],
    [503, '120', 120_000, 120_000],
    [503, 'Thu, 01 Jan 1970 00:01:00 GMT', 60_000, 60_000],
    [429, '9999', 300_000, 300_000],
    [429, null, 5_000, 5_000],
    [429, '1', 1_000, 5_000],
    [500, '120', null, 5_000],
  ])(
    'with status %i and Retry-After %s pauses for %s ms and waits %s ms [DLV-08]',
    (statusCode, retryAfter, pauseMs, waitMs) => {
      expect(settle({ ...failure, statusCode, retryAfter }, 1, 0.5, 0)).toEqual({ status: 'pending', waitMs, pauseMs });
    },
  );
});
