import { createLogger } from './logger';
import { Loop } from './loop';

const logger = createLogger({ service: 'test', replica: '0', level: 'silent' });

describe('a loop', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());

  const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

  /** Lets the loop turn for so long, wakes it at a moment, and stops it. */
  async function drive(loop: Loop, forMs: number, wakeAtMs?: number): Promise<void> {
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
  }

  /** The moments of the turns within the first `forMs`, in milliseconds. */
  async function turnsOf(forMs: number, found: (turn: number) => boolean, wakeAtMs?: number): Promise<number[]> {
    const beganAt = Date.now();
    const turns: number[] = [];
    const turn = (): Promise<boolean> => {
      turns.push(Date.now() - beganAt);
      return Promise.resolve(found(turns.length));
    };
    const loop = new Loop({ name: 'test', idleMs: 100, longestIdleMs: 200, logger, turn }).start();
    await drive(loop, forMs, wakeAtMs);
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

  describe('with a look', () => {
    /** What the loop does within the first `forMs`, by its moment. */
    async function eventsOf(forMs: number, looks: (look: number) => boolean, wakeAtMs?: number): Promise<string[]> {
      const beganAt = Date.now();
      const events: string[] = [];
      let looked = 0;
      const look = (): Promise<boolean> => {
        events.push(`look ${Date.now() - beganAt}`);
        return Promise.resolve(looks(++looked));
      };
      const turn = (): Promise<boolean> => {
        events.push(`turn ${Date.now() - beganAt}`);
        return Promise.resolve(false);
      };
      const loop = new Loop({ name: 'test', idleMs: 100, logger, look, turn }).start();
      await drive(loop, forMs, wakeAtMs);
      return events;
    }

    it('turns at its start, and then only when the look finds something', async () => {
      const events = await eventsOf(350, (look) => look === 2);
      expect(events.slice(0, 5)).toEqual(['turn 0', 'look 100', 'look 200', 'turn 200', 'look 300']);
    });

    it('turns without a look when somebody wakes it', async () => {
      expect((await eventsOf(260, () => false, 150)).slice(0, 4)).toEqual([
        'turn 0',
        'look 100',
        'turn 150',
        'look 250',
      ]);
    });
  });

  it('turns when somebody wakes it while its look finds nothing', async () => {
    let turns = 0;
    let endLook: (found: boolean) => void = () => undefined;
    const look = () => new Promise<boolean>((resolve) => (endLook = resolve));
    const turn = () => Promise.resolve(++turns < 0);
    const loop = new Loop({ name: 'test', idleMs: 100, logger, look, turn }).start();
    await settled();
    jest.advanceTimersByTime(100);
    await settled();
    loop.wake();
    endLook(false);
    await settled();
    expect(turns).toBe(2);
    const stopped = loop.stop();
    endLook(false);
    await stopped;
  });
});
