import { createLogger } from './logger';
import { Loop } from './loop';

const logger = createLogger({ service: 'test', replica: '0', level: 'silent' });

describe('a loop', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());

  const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

  /** The moments of the turns within the first `forMs`, in milliseconds. */
  async function turnsOf(forMs: number, found: (turn: number) => boolean, wakeAtMs?: number): Promise<number[]> {
    const beganAt = Date.now();
    const turns: number[] = [];
    const turn = (): Promise<boolean> => {
      turns.push(Date.now() - beganAt);
      return Promise.resolve(found(turns.length));
    };
    const loop = new Loop({ name: 'test', idleMs: 100, longestIdleMs: 200, logger, turn }).start();
    for (let now = 0; now < forMs; now += 5) {
      await settled();
      if (now === wakeAtMs) {
        loop.wake();
        await settled();
      }
      jest.advanceTimersByTime(5);
    }
    await settled();
    await loop.stop();
    return turns;
  }

  it('rests longer from turn to turn while it finds nothing, up to its longest rest', async () => {
    expect((await turnsOf(850, () => false)).slice(0, 6)).toEqual([0, 100, 250, 450, 650, 850]);
  });

  it('rests shortly again after a turn that found something', async () => {
    expect((await turnsOf(700, (turn) => turn === 4)).slice(0, 7)).toEqual([0, 100, 250, 450, 450, 550, 700]);
  });

  it('turns at once when somebody wakes it, and rests shortly then', async () => {
    expect((await turnsOf(655, () => false, 505)).slice(0, 6)).toEqual([0, 100, 250, 450, 505, 605]);
  });
});
