import fc from 'fast-check';
import { shareRoom, wholeNamespace } from './room';

const row = (document: string, judgmentId: string, minute: number) => ({
  document,
  judgmentId,
  from: new Date(Date.UTC(2026, 2, 4, 0, minute)),
});

describe('the room of a limit', () => {
  it('goes to the rows that wait longest, whatever order they come in [REL-12]', () => {
    const rows = [row('c', 'a', 3), row('a', 'a', 1), row('b', 'a', 2)];
    const { granted, refused } = shareRoom(
      rows,
      new Map([
        ['a', 2],
        [wholeNamespace, 5],
      ]),
    );
    expect(granted.map(({ document }) => document)).toEqual(['a', 'b']);
    expect(refused.map(({ document }) => document)).toEqual(['c']);
  });

  it('is that of each judgment and of their namespace, and is used up [REL-12]', () => {
    const waiting = fc.array(
      fc.record({ judgmentId: fc.constantFrom('a', 'b', 'c'), minute: fc.integer({ min: 0, max: 9 }) }),
    );
    const free = fc.integer({ min: -3, max: 9 });
    fc.assert(
      fc.property(waiting, free, free, free, (some, a, b, whole) => {
        const rows = some.map(({ judgmentId, minute }, i) => row(`d${i}`, judgmentId, minute));
        const room = new Map([
          ['a', a],
          ['b', b],
          [wholeNamespace, whole],
        ]);
        const { granted, refused } = shareRoom(rows, room);
        const count = (id: string): number => granted.filter(({ judgmentId }) => judgmentId === id).length;
        expect(granted.length + refused.length).toBe(rows.length);
        expect(granted.length).toBeLessThanOrEqual(Math.max(0, whole));
        for (const [id, left] of room)
          if (id !== wholeNamespace) expect(count(id)).toBeLessThanOrEqual(Math.max(0, left));
        expect(count('c')).toBe(0);
        for (const { judgmentId } of refused) {
          const left = (room.get(judgmentId) ?? 0) - count(judgmentId);
          expect(Math.min(left, whole - granted.length)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});
