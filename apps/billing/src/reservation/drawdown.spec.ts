import Big from 'big.js';
import fc from 'fast-check';
import { drawdownOf } from '../testing/fixtures';
import { SpendBlockRest, costInBlock, decideDrawdowns } from './drawdown';

const tiers = [
  { upTo: '10', usdPerJudgment: '1' },
  { upTo: null, usdPerJudgment: '0.1' },
];
const block: SpendBlockRest = { usedBefore: '8', units: '4', costUsd: '2.2' };

describe('decideDraws', () => {
  it('prices each ask at its own offset in the block, whatever order they come in [ALT-35]', () => {
    const { holds } = decideDrawdowns(
      [drawdownOf(3, 1, 'd'), drawdownOf(0, 1, 'a'), drawdownOf(1, 2, 'b')],
      block,
      null,
      tiers,
    );
    expect(holds.map(({ ask_id, costUsd, usedBefore }) => [ask_id, costUsd, usedBefore])).toEqual([
      ['d', '0.1', '11'],
      ['a', '1', '8'],
      ['b', '1.1', '9'],
    ]);
  });

  it('refuses what a block has not left, and everything of one that ended', () => {
    expect([...decideDrawdowns([drawdownOf(0, 3, 'a'), drawdownOf(3, 2, 'b')], block, null, tiers).refused]).toEqual([
      ['b', 'block_spent'],
    ]);
    const dear = { ...block, costUsd: '0.5' };
    expect([...decideDrawdowns([drawdownOf(0, 1, 'a')], dear, null, tiers).refused]).toEqual([['a', 'block_spent']]);
    expect([...decideDrawdowns([drawdownOf(0, 1, 'a')], null, null, tiers).refused]).toEqual([['a', 'block_spent']]);
  });

  it('draws while spend, open reservations and the ask are within the budget, and no further [BUD-02]', () => {
    const budget = { usd: '5', spent: '2', open: '1' };
    const asks = [drawdownOf(0, 1, 'a'), drawdownOf(1, 1, 'b'), drawdownOf(2, 1, 'c'), drawdownOf(3, 0.5, 'd')];
    const { holds, refused } = decideDrawdowns(asks, { ...block, usedBefore: '0', costUsd: '4' }, budget, tiers);
    expect(holds.map(({ ask_id }) => ask_id)).toEqual(['a', 'b']);
    expect([...refused]).toEqual([
      ['c', 'budget_exceeded'],
      ['d', 'budget_exceeded'],
    ]);
  });

  it('stops at a budget that spend has reached, also an ask without a price', () => {
    const free = [{ upTo: null, usdPerJudgment: '0' }];
    const budget = { usd: '0', spent: '0', open: '0' };
    expect(decideDrawdowns([drawdownOf(0, 1, 'a')], { ...block, costUsd: '0' }, budget, free).holds).toEqual([]);
  });
});

describe('costInBlock', () => {
  const price = fc.integer({ min: 0, max: 999_999_999 }).map((n) => new Big(n).div(1e10).toFixed());

  it('adds up to the cost of the whole, to the last digit, however it is cut and across tiers [ALT-33]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 }),
        fc.tuple(price, price),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3000 }),
        (quarters, [dear, cheap], usedBefore, step) => {
          const graduated = [
            { upTo: String(step + 1), usdPerJudgment: dear },
            { upTo: null, usdPerJudgment: cheap },
          ];
          let at = new Big(0);
          let sum = new Big(0);
          for (const quarter of quarters) {
            sum = sum.plus(costInBlock(String(usedBefore), at, quarter / 4, graduated));
            at = at.plus(quarter / 4);
          }
          expect(sum.toNumber()).toBe(costInBlock(String(usedBefore), 0, at, graduated));
        },
      ),
    );
  });
});
