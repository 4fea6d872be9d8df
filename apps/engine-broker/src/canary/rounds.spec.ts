import { Rounds, mostRounds } from './rounds';

/** Asks until it is enough; the epochs answer in this order, over and over. */
function ask(rounds: Rounds, order: readonly string[]): number {
  let asked = 0;
  for (; rounds.isShort; asked++) {
    const epoch = order[asked % order.length];
    rounds.add(epoch, [epoch === 'one' ? 0.1 : 0.9]);
  }
  return asked;
}

describe('the rounds of a canary', () => {
  it.each([
    ['one version', [], ['one'], 3, ['one']],
    ['two in turn', [], ['one', 'two'], 6, ['one', 'two']],
    ['one that is wanted and comes seldom', ['two'], ['one', 'one', 'one', 'two'], mostRounds, ['one']],
    ['one that is wanted and has gone', ['two'], ['one'], mostRounds, ['one']],
    ['a version each time', [], Array.from({ length: 40 }, (_, n) => `m${n}`), mostRounds, []],
  ])('of %s', (_case, wanted, order, asked, read) => {
    const rounds = new Rounds(wanted);
    expect(ask(rounds, order)).toBe(asked);
    expect(rounds.read().map(({ epoch }) => epoch)).toEqual(read);
  });

  it('mix no versions', () => {
    const rounds = new Rounds();
    ask(rounds, ['one', 'two']);
    expect(rounds.read()).toEqual([
      { epoch: 'one', numbers: [0.1] },
      { epoch: 'two', numbers: [0.9] },
    ]);
  });
});
