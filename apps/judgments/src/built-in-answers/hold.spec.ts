import { Held, isOld } from './hold';

const held: Held = { answers: 3, atLeast: false, of: 'v1', countedAtMs: 0, tookMs: 1 };

it('a count is held for a hundred times as long as it took, and never longer than ten minutes [CLI-A1]', () => {
  expect([1_999, 2_000].map((nowMs) => isOld(held, 'v1', nowMs))).toEqual([false, true]);
  const slow = { ...held, tookMs: 900 };
  expect([89_999, 90_000].map((nowMs) => isOld(slow, 'v1', nowMs))).toEqual([false, true]);
  const slowest = { ...held, tookMs: 60_000 };
  expect([599_999, 600_000].map((nowMs) => isOld(slowest, 'v1', nowMs))).toEqual([false, true]);
});

it('a count is not held of another version or other epochs, and one that did not end is tried again after a minute', () => {
  expect([isOld(undefined, 'v1', 0), isOld(held, 'v2', 0), isOld(held, 'v1', 0)]).toEqual([true, true, false]);
  const none = { ...held, answers: null, tookMs: 6_000 };
  expect([59_999, 60_000].map((nowMs) => isOld(none, 'v1', nowMs))).toEqual([false, true]);
});
