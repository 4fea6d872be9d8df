import { SpendAsk } from '@app/contracts/billing';
import Big from 'big.js';
import fc from 'fast-check';
import { SpendLimits, decide } from './reservation';

const tiers = [
  { upTo: '10', usdPerJudgment: '1' },
  { upTo: null, usdPerJudgment: '0.1' },
];
/** A budget whose fan-out may take all of it, unless a spec says otherwise. */
const budgetOf = (usd: string, spent: string, open: string, fanout = { share: '1', spent: '0', open: '0' }) => ({
  usd,
  spent,
  open,
  fanout,
});
const free: SpendLimits = { used: '0', held: '0', quota: null, budget: null };
const ask = (ask_id: string, units: number): SpendAsk => ({ ask_id, units, by_judgment: {}, tokens: 1 });

describe('decide', () => {
  it('prices each ask after the asks before it, also across a tier [BILL-11]', () => {
    const { holds } = decide([ask('a', 8), ask('b', 4)], { ...free, used: '0.5', held: '0.5' }, tiers);
    expect(holds).toEqual([
      { ask_id: 'a', units: '8', costUsd: '8', usedBefore: '1', isFanout: false },
      { ask_id: 'b', units: '4', costUsd: '1.3', usedBefore: '9', isFanout: false },
    ]);
  });

  it('refuses every ask after the first that would pass the budget; an ask may reach it exactly [BUD-02]', () => {
    const budget = budgetOf('5', '1', '2');
    const fits = decide([ask('a', 2)], { ...free, budget }, tiers);
    expect(fits.holds).toHaveLength(1);
    expect(fits.refusedUsd).toBeNull();
    const passes = decide([ask('a', 1), ask('b', 2), ask('c', 0.25)], { ...free, budget }, tiers);
    expect(passes.holds.map(({ ask_id }) => ask_id)).toEqual(['a']);
    expect([...passes.refused]).toEqual([
      ['b', 'budget_exceeded'],
      ['c', 'budget_exceeded'],
    ]);
    expect(passes.refusedUsd).toBe('2');
  });

  it('refuses fan-out past its share of the budget, pauses nothing, and lets other asks go on [REL-14]', () => {
    const spread = (ask_id: string, units: number): SpendAsk => ({ ...ask(ask_id, units), fanout: true });
    const budget = budgetOf('8', '1', '1', { share: '0.5', spent: '1', open: '1' });
    const asks = [spread('a', 1), spread('b', 2), spread('c', 1), ask('d', 4)];
    const { holds, refused, refusedUsd } = decide(asks, { ...free, budget }, tiers);
    expect(holds.map(({ ask_id, isFanout }) => [ask_id, isFanout])).toEqual([
      ['a', true],
      ['d', false],
    ]);
    expect([...refused]).toEqual([
      ['b', 'fanout_share'],
      ['c', 'fanout_share'],
    ]);
    expect(refusedUsd).toBeNull();
    const none = decide(
      [spread('a', 1), ask('b', 1)],
      { ...free, budget: budgetOf('8', '0', '0', { share: '0', spent: '0', open: '0' }) },
      tiers,
    );
    expect([...none.refused]).toEqual([['a', 'fanout_share']]);
  });

  it('refuses only the asks that are over the quota of the plan', () => {
    const { holds, refused } = decide([ask('a', 4), ask('b', 2), ask('c', 1)], { ...free, quota: 5 }, tiers);
    expect(holds.map(({ ask_id }) => ask_id)).toEqual(['a', 'c']);
    expect([...refused]).toEqual([['b', 'plan_required']]);
  });

  it('never holds more than the budget; many asks cost the same as one ask of all units', () => {
    const quarters = fc.integer({ min: 1, max: 60 }).map((n) => n / 4);
    fc.assert(
      fc.property(
        fc.array(quarters, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 40 }),
        (units, usd) => {
          const budget = budgetOf(String(usd), '0', '0');
          const asks = units.map((count, index) => ask(String(index), count));
          const { holds, refused } = decide(asks, { ...free, budget }, tiers);
          const total = holds.reduce((sum, { costUsd }) => sum.plus(costUsd), new Big(0));
          expect(total.lte(usd)).toBe(true);
          expect(holds.length + refused.size).toBe(units.length);
          const all = holds.reduce((sum, one) => sum + Number(one.units), 0);
          if (all > 0) expect(decide([ask('all', all)], free, tiers).holds[0].costUsd).toBe(total.toFixed());
        },
      ),
    );
  });
});
