import { EpochTally } from './tally';

const minuteMs = 60_000;

describe('the answers of epochs, counted in a process', () => {
  it('are counted by minute until they are taken, and again where they could not be stored', () => {
    const tally = new EpochTally();
    tally.note('one', 2, minuteMs);
    tally.note('one', 1, minuteMs + 10);
    tally.note('two', 0, minuteMs + 20);
    tally.note('one', 4, 2 * minuteMs);
    const taken = tally.take([{ label: 'one' }, { label: 'two' }]);
    expect(taken).toEqual([
      { label: 'one', minuteMs, answers: 3, lastMs: minuteMs + 10 },
      { label: 'two', minuteMs, answers: 0, lastMs: minuteMs + 20 },
      { label: 'one', minuteMs: 2 * minuteMs, answers: 4, lastMs: 2 * minuteMs },
    ]);
    expect(tally.take([])).toEqual([]);
    tally.giveBack(taken);
    expect(tally.take([])).toEqual(taken);
  });

  it('tell when an epoch answered last, while it is remembered', () => {
    const tally = new EpochTally();
    tally.note('one', 1, 500);
    tally.note('one', 1, 400);
    expect([tally.lastOf('one'), tally.lastOf('two')]).toEqual([500, -Infinity]);
    tally.take([{ label: 'two' }]);
    expect(tally.lastOf('one')).toBe(-Infinity);
  });
});
