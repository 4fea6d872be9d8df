import { Budget, Spend, isPauseOver, isPausedAfter, isReached } from './budget';

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

describe('isPausedAfter', () => {
  it('resumes when the budget is raised above the spend or removed [BUD-06] [BUD-09]', () => {
    expect(isPausedAfter({ from: '2', to: '2.25' }, true, spend)).toBe(false);
    expect(isPausedAfter({ from: '2', to: null }, true, spend)).toBe(false);
  });

  it('pauses at once when the budget is lowered to the spend or below it, also to 0 [BUD-09]', () => {
    expect(isPausedAfter({ from: '5', to: '1' }, false, spend)).toBe(true);
    expect(isPausedAfter({ from: null, to: '2' }, false, spend)).toBe(true);
    expect(isPausedAfter({ from: null, to: '0' }, false, { ...spend, spent: '0' })).toBe(true);
  });

  it('changes nothing when the budget stays above the spend and is not raised', () => {
    for (const paused of [true, false]) {
      expect(isPausedAfter({ from: '5', to: '4' }, paused, spend)).toBe(paused);
      expect(isPausedAfter({ from: '5', to: '5' }, paused, spend)).toBe(paused);
    }
  });

  it('does not resume when the budget is raised to what is already spent', () => {
    expect(isPausedAfter({ from: '1', to: '2' }, true, spend)).toBe(true);
    expect(isReached('2', spend)).toBe(true);
  });
});

describe('isPauseOver', () => {
  it('ends a pause with its month, except for a budget of 0 [BUD-07]', () => {
    expect(isPauseOver(budget, { ...spend, month: '2026-04' })).toBe(true);
    expect(isPauseOver({ ...budget, budget_usd: '0' }, { ...spend, month: '2026-04' })).toBe(false);
  });

  it('ends a pause when the refused ask would fit again, and not before', () => {
    expect(isPauseOver(budget, spend)).toBe(false);
    expect(isPauseOver(budget, { ...spend, open: '0' })).toBe(true);
    expect(isPauseOver({ ...budget, refused_usd: null }, { ...spend, open: '0' })).toBe(false);
  });
});
