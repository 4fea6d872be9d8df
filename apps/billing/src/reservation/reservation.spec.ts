import { SpendAsk } from '@app/contracts';
import Big from 'big.js';
import fc from 'fast-check';
import { Standing, decide } from './reservation';

const tiers = [
  { upTo: '10', usdPerJudgment: '1' },
  { upTo: null, usdPerJudgment: '0.1' },
];
const free: Standing = { used: '0', held: '0', quota: null, budget: null };
const ask = (ask_id: string, units: number): SpendAsk => ({ ask_id, units, by_judgment: {}, tokens: 1 });

describe('decide', () => {
  it('prices each ask where the ones before it end, also across a step [BILL-11]', () => {
    const { held } = decide([ask('a', 8), ask('b', 4)], { ...free, used: '0.5', held: '0.5' }, tiers);
    expect(held).toEqual([
      { ask_id: 'a', units: '8', costUsd: '8', usedBefore: '1' },
      { ask_id: 'b', units: '4', costUsd: '1.3', usedBefore: '9' },
    ]);
  });

  it('lets nothing pass once one ask would pass the budget, and reaches it exactly [BUD-02]', () => {
    const budget = { usd: '5', spent: '1', open: '2' };
    const fits = decide([ask('a', 2)], { ...free, budget }, tiers);
    expect(fits.held).toHaveLength(1);
    expect(fits.refusedUsd).toBeNull();
    const passes = decide([ask('a', 1), ask('b', 2), ask('c', 0.25)], { ...free, budget }, tiers);
    expect(passes.held.map(({ ask_id }) => ask_id)).toEqual(['a']);
    expect([...passes.refused]).toEqual([
      ['b', 'budget_exceeded'],
      ['c', 'budget_exceeded'],
    ]);
    expect(passes.refusedUsd).toBe('2');
  });

  it('refuses over the quota of the plan alone what is over it', () => {
    const { held, refused } = decide([ask('a', 4), ask('b', 2), ask('c', 1)], { ...free, quota: 5 }, tiers);
    expect(held.map(({ ask_id }) => ask_id)).toEqual(['a', 'c']);
    expect([...refused]).toEqual([['b', 'plan_required']]);
  });

  it('never holds more than the budget, and costs the same as one ask of all units', () => {
    const quarters = fc.integer({ min: 1, max: 60 }).map((n) => n / 4);
    fc.assert(
      fc.property(
        fc.array(quarters, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 40 }),
        (units, usd) => {
          const budget = { usd: String(usd), spent: '0', open: '0' };
          const asks = units.map((count, index) => ask(String(index), count));
          const { held, refused } = decide(asks, { ...free, budget }, tiers);
          const total = held.reduce((sum, { costUsd }) => sum.plus(costUsd), new Big(0));
          expect(total.lte(usd)).toBe(true);
          expect(held.length + refused.size).toBe(units.length);
          const all = held.reduce((sum, one) => sum + Number(one.units), 0);
          if (all > 0) expect(decide([ask('all', all)], free, tiers).held[0].costUsd).toBe(total.toFixed());
        },
      ),
    );
  });
});
