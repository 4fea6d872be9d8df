import { ByteBudget } from './byte-budget';

/** Takes pieces of one byte until none is granted. */
const fill = (budget: ByteBudget, organization: string): void => {
  while (budget.take(organization, 1) === null);
};

describe('bytes that a process may hold', () => {
  it('leave room for others, whatever one organization holds [defect S-M5]', () => {
    const budget = new ByteBudget(600);
    fill(budget, 'a');
    expect(budget.heldBy('a')).toBe(300);
    expect(budget.take('a', 1)).toBe('share');
    fill(budget, 'b');
    expect(budget.heldBy('b')).toBe(150);
    expect(budget.take('c', 75)).toBeNull();
  });

  it('are never more than all, and an organization without any learns that others hold them [defect S-M5]', () => {
    const budget = new ByteBudget(100);
    for (let i = 0; i < 50; i++) fill(budget, `org_${i}`);
    expect(budget.take('late', 2)).toBe('full');
    const held = Array.from({ length: 50 }, (_, i) => budget.heldBy(`org_${i}`)).reduce((sum, each) => sum + each);
    expect(held).toBeLessThanOrEqual(100);
  });

  it('can be taken again when they are given back', () => {
    const budget = new ByteBudget(100);
    expect([budget.take('a', 50), budget.take('a', 1)]).toEqual([null, 'share']);
    budget.give('a', 50);
    expect(budget.heldBy('a')).toBe(0);
    expect(budget.take('b', 100)).toBeNull();
    budget.hold('a', 10);
    expect(budget.take('b', 1)).toBe('share');
  });
});
