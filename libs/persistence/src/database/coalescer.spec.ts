import { Coalescer } from './coalescer';

/** Groups in the order in which they began, each with the function that ends it. */
interface Group {
  items: readonly string[];
  end: () => void;
}

function coalescerOf(maxTogether = 3) {
  const groups: Group[] = [];
  const alone: string[] = [];
  const coalescer = new Coalescer<string, string>({
    alone: async (item) => {
      alone.push(item);
      if (item === 'broken') throw new Error('broken');
      return `${item} alone`;
    },
    together: (items) =>
      new Promise((resolve, reject) => {
        const end = () =>
          items.includes('broken')
            ? reject(new Error('the group'))
            : resolve(items.map((item) => (item === 'large' ? undefined : `${item} together`)));
        groups.push({ items, end });
      }),
    maxTogether,
    maxUnderWay: 2,
  });
  return { coalescer, groups, alone };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('what is asked at the same time', () => {
  it('is asked together, and each gets its own answer', async () => {
    const { coalescer, groups, alone } = coalescerOf();
    const answers = Promise.all(['a', 'b', 'large'].map((item) => coalescer.ask(item)));
    await turn();
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b', 'large']]);
    groups[0].end();
    expect(await answers).toEqual(['a together', 'b together', 'large alone']);
    expect(alone).toEqual(['large']);
  });

  it('asks alone when nobody else asks', async () => {
    const { coalescer, groups } = coalescerOf();
    expect(await coalescer.ask('a')).toBe('a alone');
    expect(groups).toEqual([]);
  });

  it('waits while two groups are under way, and is the next group', async () => {
    const { coalescer, groups } = coalescerOf();
    const first = ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => coalescer.ask(item));
    await turn();
    const later = ['g', 'h'].map((item) => coalescer.ask(item));
    await turn();
    expect(groups.map(({ items }) => items.join(''))).toEqual(['abc', 'def']);
    groups[1].end();
    await Promise.all(first.slice(3));
    await turn();
    expect(groups.map(({ items }) => items.join(''))).toEqual(['abc', 'def', 'gh']);
    groups[0].end();
    groups[2].end();
    expect(await Promise.all([...first, ...later])).toHaveLength(8);
  });

  it('fails alone', async () => {
    const { coalescer, groups } = coalescerOf();
    const outcomes = Promise.allSettled(['a', 'broken', 'c'].map((item) => coalescer.ask(item)));
    await turn();
    groups[0].end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await coalescer.ask('d')).toBe('d alone');
  });

  it('does not wait for items that earlier groups left to be asked alone, of which few are under way [DOC-03]', async () => {
    const ends: (() => void)[] = [];
    const groups: string[] = [];
    const coalescer = new Coalescer<string, string>({
      alone: (item) => new Promise((resolve) => ends.push(() => resolve(`${item} alone`))),
      together: async (items) => {
        groups.push(items.join(''));
        return items.map((item) => (item === 'L' ? undefined : item));
      },
      maxTogether: 4,
      maxUnderWay: 2,
    });
    const large = Promise.all([...'LLLLLLLL'].map((item) => coalescer.ask(item)));
    await turn();
    expect([groups, ends.length]).toEqual([['LLLL', 'LLLL'], 2]);
    expect(await Promise.all(['a', 'b'].map((item) => coalescer.ask(item)))).toEqual(['a', 'b']);
    for (let answered = 0; answered < 8; answered++) {
      expect(ends).toHaveLength(Math.min(answered + 2, 8));
      ends[answered]();
      await turn();
    }
    expect(await large).toEqual([...'LLLLLLLL'].map(() => 'L alone'));
  });
});
