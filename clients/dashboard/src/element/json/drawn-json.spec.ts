import { firstMembers, mostMembers, openedAtFirst, sizeOf } from './drawn-json';

/** Members that are drawn at first. */
function drawn(node: object, opened: ReadonlySet<unknown>): number {
  const members = firstMembers(node as Record<string, unknown>, mostMembers);
  const inner = members.map(([, member]) => (opened.has(member) ? drawn(member as object, opened) : 0));
  return members.length + inner.reduce((sum, each) => sum + each, 0);
}

it('opens the outer nodes of a small value, and no inner ones [DASH-06]', () => {
  const inner = { c: { d: { e: 1 } } };
  const value = { a: inner, b: [1, 2] };
  const openedFrom = (depth: number) => {
    const opened = openedAtFirst(value, depth);
    return [value, inner, value.b, inner.c, inner.c.d].filter((node) => opened.has(node));
  };
  expect(openedFrom(0)).toEqual([value, inner, value.b, inner.c]);
  expect(openedFrom(1)).toEqual([value, inner, value.b]);
  expect(openedFrom(2)).toEqual([value]);
  expect([openedAtFirst('text', 0).size, openedAtFirst(null, 0).size]).toEqual([0, 0]);
});

it.each([
  ['a long list', Array.from({ length: 60_000 }, (_, n) => ({ n }))],
  ['many lists', Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`k${n}`, Array(400).fill(n)]))],
  ['deep lists', [[[[Array(5_000).fill(0)]]]]],
])('draws at most 300 members of %s at first [DASH-06]', (_, value) => {
  expect(drawn(value, openedAtFirst(value, 0))).toBeLessThanOrEqual(300);
});

it('opens a long list that is all there is [DASH-06]', () => {
  const rows = Array.from({ length: 8_000 }, (_, n) => ({ n }));
  expect(drawn({ rows }, openedAtFirst({ rows }, 0))).toBe(1 + mostMembers);
});

it('names members by name and place', () => {
  expect(firstMembers({ a: 1, b: 2 }, 1)).toEqual([['a', 1]]);
  expect(firstMembers(['x', 'y'], 5)).toEqual([
    ['0', 'x'],
    ['1', 'y'],
  ]);
  expect([sizeOf({ a: 1 }), sizeOf([1, 2])]).toEqual([1, 2]);
});
