import { waitUntilArrived, NotArrived } from './arrival';

const lost = new TypeError('Failed to fetch dynamically imported module');
const losing = () => Promise.reject(lost);

it('hands on what arrives without a wait', async () => {
  await expect(
    waitUntilArrived(
      () => Promise.resolve('part'),
      () => Promise.reject(new Error('waited')),
    ),
  ).resolves.toBe('part');
});

it('says a second later that a part did not arrive, with the reason as the cause [DASH-06]', async () => {
  const waits: number[] = [];
  const failure: unknown = await waitUntilArrived(losing, async (ms) => void waits.push(ms)).catch(
    (error: unknown) => error,
  );
  expect([failure, waits]).toEqual([expect.any(NotArrived), [1_000]]);
  expect(failure).toMatchObject({ cause: lost, message: expect.stringContaining('Reload the page') });
});

it('says nothing of a part that a page lost because it was left [DASH-06]', async () => {
  const told = jest.fn();
  // A page that is left runs no timer any more.
  void waitUntilArrived(losing, () => new Promise(() => undefined)).then(told, told);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(told).not.toHaveBeenCalled();
});
