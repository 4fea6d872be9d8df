import { doneText, priceText } from './judge-words';

const usage = { judgment_units: 0, tokens: 0, cost_usd: 0, by_judgment: {} };
const estimate = { judgment_units: 1.25, cost_usd: 0.0025 };

it('shows the price before it asks, and whether a fresh answer is asked for anew [CLI-A2]', () => {
  const priced = { asked: 1, kept: 0, estimate, usage };
  expect(priceText(priced, 'jev', false)).toBe('Asks jev: at most 1.25 units, $0.0025.');
  expect(priceText(priced, 'jev', true)).toBe(
    'The answer is fresh. Asks jev for a new one: at most 1.25 units, $0.0025.',
  );
  expect(priceText({ asked: 0, kept: 1, usage }, 'jev', false)).toBe('The answer is already fresh.');
  expect(priceText({ asked: 0, kept: 0, usage }, 'jev', false)).toBe('The judgment does not apply to this document.');
});

it('says so where nothing was asked [CLI-A2]', () => {
  expect(doneText({ asked: 0, kept: 1, usage })).toBe('The engine was not asked: the answer is fresh.');
  expect(doneText({ asked: 1, kept: 0, usage: { ...usage, judgment_units: 1, cost_usd: 0.002 } })).toBe(
    'Judged for $0.0020.',
  );
});
