import { Batcher, BatcherOptions } from './batcher';

/** Groups in the order in which they began, each with the function that ends it. */
interface Group {
  items: readonly string[];
  end: () => void;
}

function batcherOf(maxItems = 3) {
  const groups: Group[] = [];
  const alone: string[] = [];
  const batcher = new Batcher<string, string>({
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
    maxItems,
    maxUnderWay: 2,
  });
  return { batcher, groups, alone };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('what is asked at the same time', () => {
  it('is asked together, and each gets its own answer', async () => {
    const { batcher, groups, alone } = batcherOf();
    const answers = Promise.all(['a', 'b', 'large'].map((item) => batcher.add(item)));
    await turn();
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b', 'large']]);
    groups[0].end();
    expect(await answers).toEqual(['a together', 'b together', 'large alone']);
    expect(alone).toEqual(['large']);
  });

  it('asks alone when nobody else asks', async () => {
    const { batcher, groups } = batcherOf();
    expect(await batcher.add('a')).toBe('a alone');
    expect(groups).toEqual([]);
  });

  it('waits while two groups are under way, and is the next group', async () => {
    const { batcher, groups } = batcherOf();
    const first = ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => batcher.add(item));
    await turn();
    const later = ['g', 'h'].map((item) => batcher.add(item));
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
    const { batcher, groups } = batcherOf();
    const outcomes = Promise.allSettled(['a', 'broken', 'c'].map((item) => batcher.add(item)));
    await turn();
    groups[0].end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await batcher.add('d')).toBe('d alone');
  });

  it('does not wait for items that earlier groups left to be asked alone, of which few are under way [DOC-03]', async () => {
    const ends: (() => void)[] = [];
    const groups: string[] = [];
    const batcher = new Batcher<string, string>({
      alone: (item) => new Promise((resolve) => ends.push(() => resolve(`${item} alone`))),
      together: async (items) => {
        groups.push(items.join(''));
        return items.map((item) => (item === 'L' ? undefined : item));
      },
      maxItems: 4,
      maxUnderWay: 2,
    });
    const large = Promise.all([...'LLLLLLLL'].map((item) => batcher.add(item)));
    await turn();
    expect([groups, ends.length]).toEqual([['LLLL', 'LLLL'], 2]);
    expect(await Promise.all(['a', 'b'].map((item) => batcher.add(item)))).toEqual(['a', 'b']);
    for (let answered = 0; answered < 8; answered++) {
      expect(ends).toHaveLength(Math.min(answered + 2, 8));
      ends[answered]();
      await turn();
    }
    expect(await large).toEqual([...'LLLLLLLL'].map(() => 'L alone'));
  });
});

/** Items that are added, and each batch that is worked on; `end` ends the oldest batch. */
function held(options: Partial<BatcherOptions<string, string>>) {
  const batches: string[] = [];
  const ends: (() => void)[] = [];
  const together = (items: readonly string[]): Promise<string[]> => {
    batches.push(items.join(''));
    return new Promise((resolve) => ends.push(() => resolve([...items])));
  };
  const batcher = new Batcher<string, string>({ maxItems: 4, maxUnderWay: 1, together, ...options });
  const addAll = (items: string) => Promise.all([...items].map((item) => batcher.add(item)));
  return { batcher, batches, addAll, end: () => ends.shift()!() };
}

describe('a batch', () => {
  const timers = () => {
    const due: { ms: number; work: () => void }[] = [];
    const after = (ms: number, work: () => void) => {
      const one = { ms, work };
      due.push(one);
      return () => void (due.includes(one) && due.splice(due.indexOf(one), 1));
    };
    return { due, after };
  };

  it('waits for others for its time, and not when it is full', async () => {
    const clock = timers();
    const { batches, addAll, end } = held({ waitMs: 5, timers: clock });
    const first = addAll('ab');
    await turn();
    expect([batches, clock.due.map(({ ms }) => ms)]).toEqual([[], [5]]);
    clock.due[0].work();
    expect(batches).toEqual(['ab']);
    end();
    await first;
    const full = addAll('cdef');
    expect([batches, clock.due]).toEqual([['ab', 'cdef'], []]);
    end();
    expect(await full).toHaveLength(4);
  });

  it('is bounded by the size of its items, and one that is larger goes by itself', async () => {
    const batches: string[][] = [];
    const batcher = new Batcher<string, string>({
      together: async (items) => {
        batches.push([...items]);
        return items;
      },
      size: { max: 5, of: ({ length }) => length },
      maxItems: 4,
      maxUnderWay: 1,
    });
    await Promise.all(['aa', 'bb', 'ccccccc', 'd', 'ee', 'fff'].map((item) => batcher.add(item)));
    expect(batches).toEqual([['aa', 'bb', 'd'], ['ccccccc'], ['ee', 'fff']]);
  });

  it('holds one item of a key, and the next batch the next', async () => {
    const { batches, addAll, end } = held({ keyOf: (item) => item.toLowerCase() });
    const results = addAll('abAcaB');
    for (let batch = 0; batch < 3; batch++) {
      await turn();
      end();
    }
    expect([batches, await results]).toEqual([['abc', 'AB', 'a'], [...'abAcaB']]);
  });

  it('refuses items past the bound of those that wait', async () => {
    const { batcher, addAll, end } = held({ maxWaiting: { items: 4, refusal: () => new Error('too many') } });
    const first = addAll('abcd');
    await expect(batcher.add('e')).rejects.toThrow('too many');
    await turn();
    const later = batcher.add('f');
    end();
    await first;
    end();
    expect(await later).toBe('f');
  });

  it('fails for all of its callers when no item can be worked on alone, and the next begins', async () => {
    let batches = 0;
    const batcher = new Batcher<string, string>({
      together: async (items) => {
        if (++batches === 1) throw new Error('the batch');
        return items;
      },
      maxItems: 2,
      maxUnderWay: 1,
    });
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((item) => batcher.add(item)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('that failed has a bounded number of its items worked on at once', async () => {
    let underWay = 0;
    let most = 0;
    const alone = async (item: string): Promise<string> => {
      most = Math.max(most, ++underWay);
      await turn();
      underWay--;
      return item;
    };
    const together = () => Promise.reject(new Error('the batch'));
    const batcher = new Batcher({ together, alone, maxItems: 8, maxUnderWay: 1, aloneAtOnce: 2 });
    expect(await Promise.all([...'abcde'].map((item) => batcher.add(item)))).toEqual([...'abcde']);
    expect(most).toBe(2);
  });
});
