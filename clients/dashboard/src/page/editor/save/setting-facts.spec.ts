import { settingFacts } from './setting-facts';

const freshness = {
  policy: 'on_change' as const,
  debounce_ms: 600_000,
  max_wait_ms: 3_600_000,
  fanout: { debounce_ms: 0, max_wait_ms: 0, rolling_limit: 0, block_cap: 2 },
};
const alternatives = { automatic: false };

it('shows when answers are made, and what becomes an outcome, before anything is stored [S-U2]', () => {
  const outcomes = { implicit: { after: '30d' } };
  expect(settingFacts({ freshness, thresholds: { likely: 0.5, certain: 0.9 }, outcomes, alternatives })).toEqual([
    ['Judged', 'on change'],
    ['Wait after a change', '10 min, max. 1 h'],
    ['Thresholds', 'likely, certain'],
    ['Automatic outcomes', '{"implicit":{"after":"30d"}}'],
  ]);
});

it('says none where there is none, and nothing where the reply does not tell', () => {
  const every = { ...freshness, policy: 'interval' as const, interval: '1d' };
  expect(settingFacts({ freshness: every, thresholds: {}, outcomes: {}, alternatives })).toMatchObject([
    ['Judged', 'interval, every 1d'],
    {},
    ['Thresholds', 'none'],
    ['Automatic outcomes', 'none'],
  ]);
  expect(settingFacts(undefined)).toEqual([]);
});
