import { Budget, Spend, isOver, isReached, pausedBy } from './budget';

const spend: Spend = { month: '2026-03', spent: '2', open: '0.5' };
const budget: Budget = {
  organization: 'o',
  namespace: 'n',
  budget_usd: '3',
  paused: true,
  paused_month: '2026-03',
  refused_usd: '1',
  change_revision: '1',
};

describe('pausedBy', () => {
  it('clears by raising and by removing [BUD-06] [BUD-09]', () => {
    expect(pausedBy({ from: '2', to: '2.25' }, true, spend)).toBe(false);
    expect(pausedBy({ from: '2', to: null }, true, spend)).toBe(false);
  });

  it('pauses at once by lowering to or below the spend, 0 too [BUD-09]', () => {
    expect(pausedBy({ from: '5', to: '1' }, false, spend)).toBe(true);
    expect(pausedBy({ from: null, to: '2' }, false, spend)).toBe(true);
    expect(pausedBy({ from: null, to: '0' }, false, { ...spend, spent: '0' })).toBe(true);
  });

  it('leaves a pause or none by lowering above the spend and by setting the same', () => {
    for (const paused of [true, false]) {
      expect(pausedBy({ from: '5', to: '4' }, paused, spend)).toBe(paused);
      expect(pausedBy({ from: '5', to: '5' }, paused, spend)).toBe(paused);
    }
  });

  it('does not clear by raising to what is spent already', () => {
    expect(pausedBy({ from: '1', to: '2' }, true, spend)).toBe(true);
    expect(isReached('2', spend)).toBe(true);
  });
});

describe('isOver', () => {
  it('ends with the month, but for a budget of 0 [BUD-07]', () => {
    expect(isOver(budget, { ...spend, month: '2026-04' })).toBe(true);
    expect(isOver({ ...budget, budget_usd: '0' }, { ...spend, month: '2026-04' })).toBe(false);
  });

  it('ends when the refused ask would fit again, and not before', () => {
    expect(isOver(budget, spend)).toBe(false);
    expect(isOver(budget, { ...spend, open: '0' })).toBe(true);
    expect(isOver({ ...budget, refused_usd: null }, { ...spend, open: '0' })).toBe(false);
  });
});
