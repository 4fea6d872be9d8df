import { dropDuplicates } from './drop-duplicates';
import { keepHighestSequence } from './keep-highest-sequence';
import { BoundedMemory } from './memory';

const sequenced = (sequence: number, document = 'a', namespace = 'n') => ({
  id: `evt_${namespace}_${document}_${sequence}`,
  data: { namespace, subscription: 's', document, sequence },
});
/** A handler that waits until the spec releases it. */
function heldHandler<Event>() {
  const began: Event[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const handle = (event: Event): Promise<void> => {
    began.push(event);
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  };
  return { began, ends, handle };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('dropDuplicates', () => {
  it('handles an id once [SDK-08]', async () => {
    const handled: string[] = [];
    const handle = dropDuplicates(({ id }: { id: string }) => handled.push(id));
    expect([await handle({ id: 'a' }), await handle({ id: 'b' }), await handle({ id: 'a' })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(handled).toEqual(['a', 'b']);
  });

  it('lets a duplicate wait for the first delivery and end in the same way [SDK-08]', async () => {
    const { began, ends, handle } = heldHandler<{ id: string }>();
    const once = dropDuplicates(handle);
    const [first, second] = [once({ id: 'a' }), once({ id: 'a' })];
    await settled();
    expect(began).toHaveLength(1);
    ends[0]?.();
    expect([await first, await second]).toEqual([true, false]);

    const [third, fourth] = [once({ id: 'b' }), once({ id: 'b' })];
    await settled();
    ends[1]?.(new Error('no disk'));
    const outcomes = await Promise.allSettled([third, fourth]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('handles an event again after a failure, so that a retry is not lost [SDK-08]', async () => {
    let attempts = 0;
    const handle = dropDuplicates((_event: { id: string }) => {
      attempts += 1;
      if (attempts === 1) throw new Error('no disk');
    });
    await expect(handle({ id: 'a' })).rejects.toThrow('no disk');
    expect([await handle({ id: 'a' }), await handle({ id: 'a' }), attempts]).toEqual([true, false, 2]);
  });

  it('uses the given memory, also an asynchronous one [SDK-08]', async () => {
    const shared = new Map<string, true>();
    const memory = {
      get: async (id: string) => shared.get(id),
      set: async (id: string, value: true) => void shared.set(id, value),
    };
    const [one, other] = [dropDuplicates(() => undefined, memory), dropDuplicates(() => undefined, memory)];
    expect([await one({ id: 'a' }), await other({ id: 'a' })]).toEqual([true, false]);
  });
});

describe('keepHighestSequence', () => {
  it('drops events that are older than the newest one of their document, in any order [SDK-08]', async () => {
    const handled: number[] = [];
    const handle = keepHighestSequence((event: ReturnType<typeof sequenced>) => handled.push(event.data.sequence));
    const outcomes: boolean[] = [];
    for (const sequence of [3, 1, 5, 5, 4, 9]) outcomes.push(await handle(sequenced(sequence)));
    expect([handled, outcomes]).toEqual([
      [3, 5, 9],
      [true, false, true, false, false, true],
    ]);
  });

  it('keeps documents, subscriptions and namespaces apart [SDK-08]', async () => {
    const handle = keepHighestSequence(() => undefined);
    expect(await handle(sequenced(9))).toBe(true);
    expect(await handle(sequenced(1, 'b'))).toBe(true);
    expect(await handle(sequenced(1, 'a', 'm'))).toBe(true);
    expect(await handle({ data: { ...sequenced(1).data, subscription: 't' } })).toBe(true);
    expect(await handle(sequenced(1))).toBe(false);
  });

  it('handles the events of one document one after another, and those of other documents at the same time [SDK-08]', async () => {
    const { began, ends, handle } = heldHandler<ReturnType<typeof sequenced>>();
    const newest = keepHighestSequence(handle);
    const all = [newest(sequenced(5)), newest(sequenced(4)), newest(sequenced(6)), newest(sequenced(1, 'b'))];
    await settled();
    expect(began.map(({ id }) => id)).toEqual(['evt_n_a_5', 'evt_n_b_1']);
    ends[0]?.();
    ends[1]?.();
    await settled();
    expect(began.map(({ id }) => id)).toEqual(['evt_n_a_5', 'evt_n_b_1', 'evt_n_a_6']);
    ends[2]?.();
    expect(await Promise.all(all)).toEqual([true, false, true, true]);
  });

  it('counts a failed event as not seen [SDK-08]', async () => {
    let isBroken = true;
    const handle = keepHighestSequence(() => {
      if (isBroken) throw new Error('no disk');
    });
    await expect(handle(sequenced(5))).rejects.toThrow('no disk');
    isBroken = false;
    expect([await handle(sequenced(4)), await handle(sequenced(5)), await handle(sequenced(4))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('handles all events without a sequence, and nests [SDK-08]', async () => {
    const handled: string[] = [];
    const handle = dropDuplicates(
      keepHighestSequence((event: { id: string; data: { namespace: null } }) => handled.push(event.id)),
    );
    for (const id of ['a', 'a', 'b']) await handle({ id, data: { namespace: null } });
    expect(handled).toEqual(['a', 'b']);
  });
});

describe('BoundedMemory', () => {
  it('forgets the key that was set longest ago', () => {
    const memory = new BoundedMemory<number>(2);
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['c', 4],
    ] as const) {
      memory.set(key, value);
    }
    expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual([3, undefined, 4]);
    for (const max of [0, 1.5, -1]) expect(() => new BoundedMemory(max)).toThrow(RangeError);
  });
});
