import { FanoutSlots } from './fanout-slots';

/** Runs so many asks and lets them end one by one. @returns the most that ran at once, by key */
async function mostAtOnce(slots: FanoutSlots, share: number, keys: readonly string[]): Promise<Map<string, number>> {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const ends: (() => void)[] = [];
  const asks = keys.map((key) =>
    slots.run(key, 'jev', share, async () => {
      running.set(key, (running.get(key) ?? 0) + 1);
      most.set(key, Math.max(most.get(key) ?? 0, running.get(key)!));
      await new Promise<void>((resolve) => ends.push(resolve));
      running.set(key, running.get(key)! - 1);
    }),
  );
  for (let ended = 0; ended < keys.length;) {
    await new Promise((resolve) => setImmediate(resolve));
    const end = ends.shift();
    if (end) ended += 1;
    end?.();
  }
  await Promise.all(asks);
  return most;
}

const many = (key: string): string[] => Array.from({ length: 30 }, () => key);

it.each([
  [0.5, 8, 4],
  [0.3, 8, 2],
  [0.01, 8, 1],
  [1, 8, 8],
])('gives a namespace its share %d of %d slots and at least one [REL-14]', async (share, slots, most) => {
  const seen = await mostAtOnce(new FanoutSlots({ asksInFlight: slots }), share, [...many('a'), ...many('b')]);
  expect([...seen]).toEqual([
    ['a', most],
    ['b', most],
  ]);
});

it('frees its slot when the work fails', async () => {
  const slots = new FanoutSlots({ asksInFlight: 1 });
  await expect(slots.run('a', 'jev', 1, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(slots.run('a', 'jev', 1, () => Promise.resolve(1))).resolves.toBe(1);
});

it('names the namespaces that have enough asks waiting [REL-14]', async () => {
  const slots = new FanoutSlots({ asksInFlight: 4 });
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const asks = [1, 2, 3].map(() => slots.run('a', 'jev', 0.5, work));
  expect(slots.saturated()).toEqual([]);
  asks.push(slots.run('a', 'jev', 0.5, work), slots.run('b', 'jev', 0.5, work));
  expect(slots.saturated()).toEqual(['a']);
  ends[0]();
  await asks[0];
  expect(slots.saturated()).toEqual([]);
  for (let i = 1; i < 5; i += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    ends[i]();
  }
  await Promise.all(asks);
});
