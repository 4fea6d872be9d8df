import Big from 'big.js';
import fc from 'fast-check';
import { checkSpendBlock, isAsQuoted, lackingMoney, planSpendBlock } from './spend-block';

const tiers = [
  { upTo: '10', usdPerJudgment: '1' },
  { upTo: null, usdPerJudgment: '0.1' },
];
const items = [
  { units: [3, 2], cost_usd: 5 },
  { units: [4, 2], cost_usd: 5.1 },
];
const request = { organization: 'org', block: 'b', namespaces: ['x', 'y'], items };

describe('planBlock', () => {
  it('lays items end to end, and in each its namespaces, and prices each at its place [ALT-35]', () => {
    const plan = planSpendBlock('0', request, tiers);
    expect(plan).toEqual({
      parts: [
        { namespace: 'x', units: '7', costUsd: '7' },
        { namespace: 'y', units: '4', costUsd: '3.1' },
      ],
      itemsUsd: [5, 5.1],
      units: '11',
      costUsd: 10.1,
    });
    expect(isAsQuoted(plan, request)).toBe(true);
  });

  it('is not as quoted when one item moved, also when another one moved back [ALT-36]', () => {
    expect(isAsQuoted(planSpendBlock('1', request, tiers), request)).toBe(false);
    const shifted = [
      { units: [3, 2], cost_usd: 5.1 },
      { units: [4, 2], cost_usd: 5 },
    ];
    expect(isAsQuoted(planSpendBlock('0', request, tiers), { items: shifted })).toBe(false);
    const rounded = [{ units: [3, 2], cost_usd: 5.000001 }, items[1]];
    expect(isAsQuoted(planSpendBlock('0', request, tiers), { items: rounded })).toBe(true);
  });

  it('costs the same by namespace as by item', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 12 }), (rows, used) => {
        const plan = planSpendBlock(
          String(used),
          { namespaces: ['x', 'y', 'z'], items: rows.map((units) => ({ units, cost_usd: 0 })) },
          tiers,
        );
        const byNamespace = plan.parts.reduce((sum, { costUsd }) => sum.plus(costUsd), new Big(0));
        const byItem = plan.itemsUsd.reduce((sum, usd) => sum.plus(usd), new Big(0));
        expect([byNamespace.toNumber(), byItem.toNumber()]).toEqual([plan.costUsd, plan.costUsd]);
      }),
    );
  });
});

describe('lackingMoney', () => {
  const plan = planSpendBlock('0', request, tiers);
  const budget = { namespace: 'y', usd: '10', spent: '5', open: '1.9', paused: false };

  it('lets a block take a budget to its end, and names the namespace that lacks money or is paused', () => {
    expect(lackingMoney(plan, [budget])).toBeNull();
    expect(lackingMoney(plan, [{ ...budget, open: '2' }])).toBe('y');
    expect(lackingMoney(plan, [{ ...budget, paused: true }])).toBe('y');
    expect(lackingMoney(plan, [{ namespace: 'x', usd: '0', spent: '0', open: '0', paused: false }, budget])).toBe('x');
  });
});

describe('checkBlock', () => {
  it.each([
    ['bad_length', { namespaces: [] }],
    ['bad_length', { items: [] }],
    ['bad_length', { items: [{ units: [1], cost_usd: 1 }] }],
    ['bad_number', { items: [{ units: [1, -1], cost_usd: 1 }] }],
    ['duplicate', { namespaces: ['x', 'x'] }],
  ])('refuses %s in %j', (reason, wrong) => {
    expect(() => checkSpendBlock({ ...request, ...wrong })).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: expect.objectContaining({ reason }) }),
    );
  });
});
