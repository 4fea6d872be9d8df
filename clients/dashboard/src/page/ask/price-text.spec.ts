import type { Schema } from '@app/sdk/client';
import { allText, budgetText, monthText } from './price-text';

const estimate = {
  replay_cost_usd_per_month: 12.5,
  changes_per_day: 40,
  observed_days: 5,
  existing: { documents: 60, judgment_units: 60, cost_usd: 0.048 },
} as Schema<'EstimateView'>;

it('prices all documents, and a month only where a day was seen [DASH-06]', () => {
  expect(allText(estimate)).toBe('60 documents for $0.0480');
  expect(monthText(estimate)).toBe('$12.50, at 40 changes a day (seen for 5 days)');
  expect(monthText({ ...estimate, observed_days: 0 })).toMatch(/^not known yet/);
  expect(monthText({ ...estimate, observed_days: undefined })).toMatch(/^not known yet/);
});

it('holds the price against what is left of the budget [DASH-06]', () => {
  const budget = { compute_usd_per_month: 5 };
  const stats = { spend_month_usd: 4.96 };
  expect(budgetText({ budget: null, stats }, 1)).toContain('has no budget');
  expect(budgetText({ budget, stats }, 0.03)).toMatch(/^\$0\.0400 is left of the budget of \$5\.00 for this month\.$/);
  expect(budgetText({ budget, stats }, 0.05)).toContain('judging stops when it is used up');
});
