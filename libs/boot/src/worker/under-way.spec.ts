import { UnderWay } from './under-way';

it('work under way is counted until it ends, which may begin more, and an end waits for all of it', async () => {
  const underWay = new UnderWay();
  const sizes: number[] = [];
  const ends: (() => void)[] = [];
  for (let i = 0; i < 2; i += 1)
    underWay.add(new Promise<void>((resolve) => ends.push(resolve)), () => sizes.push(underWay.size));
  let hasEnded = false;
  const ended = underWay.readEnded().then(() => (hasEnded = true));
  expect(underWay.size).toBe(2);
  ends[0]();
  await new Promise((resolve) => setImmediate(resolve));
  expect([underWay.size, hasEnded]).toEqual([1, false]);
  ends[1]();
  await ended;
  expect([underWay.size, hasEnded]).toEqual([0, true]);
  expect(sizes).toEqual([1, 0]);
});
