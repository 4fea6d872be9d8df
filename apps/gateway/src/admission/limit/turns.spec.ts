import { Turns } from './turns';

describe('turns', () => {
  afterEach(() => jest.useRealTimers());

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

  it('take the newest first where they are told to, and refuse the one that has waited for longest, five seconds after it came', async () => {
    jest.useFakeTimers();
    const turns = new Turns(1, 2, 'newest first');
    const begun: number[] = [];
    let end = (): void => undefined;
    const first = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
    const all = [1, 2, 3].map((number) => turns.run(() => Promise.resolve(begun.push(number))));
    const refused = jest.fn();
    all[0].catch(refused);
    await jest.advanceTimersByTimeAsync(4999);
    expect(refused).not.toHaveBeenCalled();
    end();
    await Promise.all([first, all[1], all[2]]);
    expect(begun).toEqual([3, 2]);
    await jest.advanceTimersByTimeAsync(1);
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'rate_limited', retryAfterS: 2 }));
  });

  it('refuse what has waited five seconds when a turn passes on', async () => {
    jest.useFakeTimers();
    const turns = new Turns(1, 2, 'newest first');
    let end = (): void => undefined;
    const first = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
    const stale = turns.run(() => Promise.resolve('stale'));
    const refused = expect(stale).rejects.toMatchObject({ code: 'rate_limited' });
    await jest.advanceTimersByTimeAsync(5000);
    end();
    await Promise.all([first, refused]);
    expect(await turns.run(() => Promise.resolve('free'))).toBe('free');
  });

  it('keep a newcomer waiting for one piece of work, however many others ask again and again', async () => {
    const turns = new Turns(1, 60, 'newest first');
    let ended = 0;
    let goesOn = true;
    const hash = () => new Promise<void>((resolve) => setImmediate(() => resolve(void ended++)));
    const flood = Array.from({ length: 60 }, async () => {
      while (goesOn) await turns.run(hash);
    });
    while (ended < 100) await new Promise(setImmediate);
    const before = ended;
    await turns.run(hash);
    expect(ended - before).toBeLessThanOrEqual(3);
    goesOn = false;
    await Promise.all(flood);
  });

  it('let refusals go when a turn is free, one at an end of a turn, so that senders who come again at once wait behind everybody', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const turns = new Turns(2, 500, 'newest first');
    let ended = 0;
    let goesOn = true;
    const hash = () => new Promise<void>((resolve) => setImmediate(() => resolve(void ended++)));
    const round = async () => {
      await turns.run(hash);
      await turns.waitUntilFree();
      // The reply and the next request are under way for as long as several pieces of work take.
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    };
    const flood = Array.from({ length: 80 }, async () => {
      while (goesOn) await round();
    });
    while (ended < 200) await new Promise(setImmediate);
    const between: number[] = [];
    for (let i = 0; i < 200; i++) {
      const before = ended;
      await turns.run(hash);
      between.push(ended - before);
      for (let turn = 0; turn < i % 7; turn++) await new Promise(setImmediate);
    }
    expect(Math.max(...between)).toBeLessThanOrEqual(5);
    // Those who wait for a reply get it also where nobody comes again.
    goesOn = false;
    let isOver = false;
    const over = Promise.all(flood).then(() => (isOver = true));
    while (!isOver) await jest.advanceTimersByTimeAsync(100);
    await over;
  });

  it('keep a refusal back for ten seconds at most, and none where a turn is free', async () => {
    jest.useFakeTimers();
    const turns = new Turns(1, 2, 'newest first');
    await turns.waitUntilFree();
    let end = (): void => undefined;
    const first = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
    const leaves = jest.fn();
    const kept = turns.waitUntilFree().then(leaves);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(leaves).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(leaves).toHaveBeenCalled();
    end();
    await Promise.all([first, kept]);
  });

  it('go on after work that fails', async () => {
    const turns = new Turns(1, 1);
    const fails = () => turns.run(() => Promise.reject(new Error('no')));
    await Promise.all([expect(fails()).rejects.toThrow('no'), expect(fails()).rejects.toThrow('no')]);
    expect(await turns.run(() => Promise.resolve(1))).toBe(1);
  });
});
