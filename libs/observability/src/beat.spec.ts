import { afterBeat } from './beat';

describe('rests', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const begunAtMs = (): number => Math.floor(performance.now() / 1000) * 1000;

  /** Begins rests, each some milliseconds into a second. @returns when each ends, from the beginning of that second */
  function endsOf(...rests: { ms: number; beginMs: number }[]): number[] {
    jest.advanceTimersByTime(1000 - (performance.now() - begunAtMs()));
    const beganAtMs = performance.now();
    const ends = rests.map(() => NaN);
    rests.forEach(({ ms, beginMs }, i) => {
      setTimeout(() => afterBeat(ms, () => void (ends[i] = performance.now() - beganAtMs)), beginMs);
    });
    jest.advanceTimersByTime(3000);
    return ends;
  }

  it('of one length end at the same moment, wherever in it they began', () => {
    expect(
      endsOf(
        { ms: 1000, beginMs: 10 },
        { ms: 1000, beginMs: 400 },
        { ms: 1000, beginMs: 750 },
        { ms: 500, beginMs: 600 },
      ),
    ).toEqual([1000, 1000, 1000, 1000]);
  });

  it('that begin in the last quarter of a beat last until the next', () => {
    expect(endsOf({ ms: 1000, beginMs: 751 }, { ms: 500, beginMs: 380 })).toEqual([2000, 1000]);
  });

  it('that are short last as long as they say', () => {
    expect(endsOf({ ms: 200, beginMs: 10 }, { ms: 249, beginMs: 10 })).toEqual([210, 259]);
  });

  it('that are cancelled keep no timer, and end no other', () => {
    const ended: string[] = [];
    const timers = jest.getTimerCount();
    const cancels = ['first', 'second'].map((name) => afterBeat(1000, () => ended.push(name)));
    expect(jest.getTimerCount()).toBe(timers + 1);
    cancels[0]();
    jest.advanceTimersByTime(2000);
    expect(ended).toEqual(['second']);
    afterBeat(1000, () => ended.push('third'))();
    expect(jest.getTimerCount()).toBe(timers);
  });
});
