import { Release, Shares } from './shares';

const long = 60_000;

describe('shares of connections', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('leave others their part, however much one key asks for [defect S-H8]', async () => {
    const shares = new Shares(2);
    const [first, second] = await Promise.all([shares.take('a', long), shares.take('a', long)]);
    const granted: number[] = [];
    const waits = [1, 2, 3].map((n) => shares.take('a', long).then((release) => (granted.push(n), release)));
    expect(await shares.take('b', 0)).not.toBeNull();
    expect(granted).toEqual([]);
    first!();
    first!();
    const third = await waits[0];
    expect(granted).toEqual([1]);
    second!();
    third!();
    await Promise.all(waits);
    expect(granted).toEqual([1, 2, 3]);
  });

  it('end a wait when its time is over, and serve the next', async () => {
    const shares = new Shares(1);
    const release = (await shares.take('a', long)) as Release;
    const short = shares.take('a', 1_000);
    const patient = shares.take('a', long);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await short).toBeNull();
    expect(await shares.take('a', 0)).toBeNull();
    release();
    const next = await patient;
    expect(next).not.toBeNull();
    next!();
    expect(await shares.take('a', 0)).not.toBeNull();
  });
});
