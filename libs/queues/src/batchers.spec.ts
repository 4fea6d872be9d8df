import { Batchers } from './batchers';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('works on the items of one name together, on those of different names apart, and forgets who has no work', async () => {
  const batches: string[] = [];
  const batchers = new Batchers<string, string>((name) => ({
    together: async (items) => {
      batches.push(`${name} ${items.join('')}`);
      await turn();
      if (items.includes('broken')) throw new Error('broken');
      return items;
    },
    maxItems: 2,
    maxUnderWay: 1,
  }));
  const added = [
    ['x', 'a'],
    ['y', 'b'],
    ['x', 'c'],
    ['x', 'd'],
    ['z', 'broken'],
  ];
  const ends = Promise.allSettled(added.map(([name, item]) => batchers.add(name, item)));
  expect(batchers.size).toBe(3);
  expect((await ends).map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
  expect(batches).toEqual(['x ac', 'y b', 'z broken', 'x d']);
  expect(batchers.size).toBe(0);
  expect(await batchers.add('x', 'e')).toBe('e');
});
