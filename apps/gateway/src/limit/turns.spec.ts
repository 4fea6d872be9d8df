import { Turns } from './turns';

describe('turns', () => {
  it('run two pieces of work at once in the order in which they came, and refuse beyond those that may wait', async () => {
    const turns = new Turns(2, 3);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (number: number) => () =>
      new Promise<number>((resolve) => {
        begun.push(number);
        ends.push(() => resolve(number));
      });
    const all = [1, 2, 3, 4, 5].map((number) => turns.run(work(number)));
    await expect(turns.run(work(6))).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 2 });
    expect(begun).toEqual([1, 2]);
    for (let ended = 0; ended < 5; ended++) {
      ends[ended]();
      await all[ended];
      await new Promise(setImmediate);
    }
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    expect(await turns.run(() => Promise.resolve('free'))).toBe('free');
  });

  it('go on after work that fails', async () => {
    const turns = new Turns(1, 1);
    const fails = () => turns.run(() => Promise.reject(new Error('no')));
    await Promise.all([expect(fails()).rejects.toThrow('no'), expect(fails()).rejects.toThrow('no')]);
    expect(await turns.run(() => Promise.resolve(1))).toBe(1);
  });
});
