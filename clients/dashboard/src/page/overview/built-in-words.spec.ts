import { jobText, leftText, priceText } from './built-in-words';

it('says how many answers are left, that a sample found them, or that there was no time to count [CLI-A1]', () => {
  expect(leftText({ answers: 1234, at_least: false })).toBe('1,234');
  expect(leftText({ answers: 1234, at_least: true })).toBe('at least 1,234');
  expect(leftText({ answers: null, at_least: false })).toBe('not counted in time');
});

it('says what asking again costs, and how far it is [CLI-A1]', () => {
  expect(priceText({ documents: 40, cost_usd: 0.12 })).toBe('40 answers for $0.1200');
  expect(priceText({ documents: 0, cost_usd: 0 })).toBe('nothing left to ask');
  const progress = { done: 12, total: 40 };
  expect(jobText({ status: 'running', progress })).toBe('asked 12 of 40');
  expect(jobText({ status: 'queued', progress })).toBe('asks soon');
});
