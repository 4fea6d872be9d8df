import { eventually } from './eventually';

describe('a wait on an outcome', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Waits on what comes so many milliseconds from now. @returns the tries, and how late the wait ended, in milliseconds */
  async function waitOn(ms: number) {
    const began = Date.now();
    let tries = 0;
    const late = eventually(() => {
      tries += 1;
      if (Date.now() - began < ms) throw new Error('Not yet.');
      return Date.now() - began - ms;
    });
    await jest.advanceTimersByTimeAsync(2 * ms);
    return { tries, late: await late };
  }

  it('tries less often the longer it has been, and ends at most a tenth of its time late', async () => {
    expect(await waitOn(100)).toEqual({ tries: 5, late: 0 });
    const { tries, late } = await waitOn(10_000);
    expect(tries).toBeLessThan(150);
    expect(late).toBeLessThanOrEqual(100);
  });

  it('gives the last fault when what it waits on never comes', async () => {
    const waiting = expect(eventually(() => Promise.reject(new Error('Never.')), 1_000)).rejects.toThrow('Never.');
    await jest.advanceTimersByTimeAsync(10_000);
    await waiting;
  });
});
