import fc from 'fast-check';
import { WaitingWrites, maxGroupWrites } from './waiting-writes';

interface Write {
  id: string;
  n: number;
}

function groupsOf(ids: readonly string[]): Write[][] {
  const waiting = new WaitingWrites<Write>();
  ids.forEach((id, n) => waiting.add({ id, n }));
  const groups: Write[][] = [];
  while (!waiting.isEmpty) groups.push(waiting.takeGroup());
  return groups;
}

it('puts waiting writes into groups, a document once in each', () => {
  const groups = groupsOf(['a', 'b', 'a', 'c', 'a', 'b']).map((group) => group.map(({ id, n }) => `${id}${n}`));
  expect(groups).toEqual([['a0', 'b1', 'c3'], ['a2', 'b5'], ['a4']]);
});

it('bounds a group', () => {
  const groups = groupsOf(Array.from({ length: 2 * maxGroupWrites + 1 }, (_, n) => `d${n}`));
  expect(groups.map(({ length }) => length)).toEqual([maxGroupWrites, maxGroupWrites, 1]);
});

it('takes each write once and the writes of a document in the order of their arrival', () => {
  const anyIds = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 * maxGroupWrites });
  fc.assert(
    fc.property(anyIds, (ids) => {
      const groups = groupsOf(ids);
      const taken = groups.flat();
      expect(taken.map(({ n }) => n).sort((a, b) => a - b)).toEqual(ids.map((_, n) => n));
      for (const id of new Set(ids)) {
        const own = taken.filter((write) => write.id === id).map(({ n }) => n);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(0);
        expect(new Set(group.map(({ id }) => id)).size).toBe(group.length);
      }
    }),
  );
});
