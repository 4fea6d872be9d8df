import fc from 'fast-check';
import { WaitingItems } from './waiting-items';

interface Write {
  id: string;
  n: number;
}

const maxItems = 64;

function batchesOf(ids: readonly string[]): Write[][] {
  const waiting = new WaitingItems<Write, void>({ maxItems, keyOf: ({ id }) => id });
  const nobody = () => undefined;
  ids.forEach((id, n) => waiting.add({ item: { id, n }, resolve: nobody, reject: nobody }));
  const batches: Write[][] = [];
  while (waiting.length > 0) batches.push(waiting.takeBatch().map(({ item }) => item));
  return batches;
}

it('puts waiting items into batches, a key once in each', () => {
  const batches = batchesOf(['a', 'b', 'a', 'c', 'a', 'b']).map((batch) => batch.map(({ id, n }) => `${id}${n}`));
  expect(batches).toEqual([['a0', 'b1', 'c3'], ['a2', 'b5'], ['a4']]);
});

it('bounds a batch', () => {
  const batches = batchesOf(Array.from({ length: 2 * maxItems + 1 }, (_, n) => `d${n}`));
  expect(batches.map(({ length }) => length)).toEqual([maxItems, maxItems, 1]);
});

it('takes each item once and the items of a key in the order of their arrival', () => {
  const anyIds = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 * maxItems });
  fc.assert(
    fc.property(anyIds, (ids) => {
      const batches = batchesOf(ids);
      const taken = batches.flat();
      expect(taken.map(({ n }) => n).sort((a, b) => a - b)).toEqual(ids.map((_, n) => n));
      for (const id of new Set(ids)) {
        const own = taken.filter((write) => write.id === id).map(({ n }) => n);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(new Set(batch.map(({ id }) => id)).size).toBe(batch.length);
      }
    }),
  );
});
