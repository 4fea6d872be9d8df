import { drawn, isLookedAt } from './shown-since';

it('counts a label of an item that was on the screen for a tenth of a second, and of no other [DASH-06]', () => {
  const shown = drawn(drawn(null, 'a', 1_000), 'a', 1_050);
  expect([1_050, 1_099, 1_100].map((nowMs) => isLookedAt(shown, 'a', nowMs))).toEqual([false, false, true]);
  expect([isLookedAt(shown, 'b', 9_000), isLookedAt(shown, undefined, 9_000), isLookedAt(null, 'a', 9_000)]).toEqual(
    Array(3).fill(false),
  );
  expect(isLookedAt(drawn(shown, 'b', 2_000), 'b', 2_050)).toBe(false);
});
