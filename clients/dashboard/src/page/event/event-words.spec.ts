import { byText, subjectsOf, whyText, type Event, type EventSubscription } from './event-words';

const event = (type: string, data: object): Event =>
  ({ id: 'evt_1', type, timestamp: '2026-11-28T06:00:00Z', data: { namespace: 'acme/desk', ...data } }) as Event;
const told = (filter: object, updated = '2026-11-27T00:00:00Z'): EventSubscription =>
  ({ name: 'hot', filter, updated_at: updated }) as EventSubscription;
const moved = (kind: 'entered' | 'exited', cause: string) =>
  event(`subscription.${kind}`, { document: 'T-1', subscription: 'hot', cause });
const atLeast = told({ 'answers.churn_risk.p': { gte: 0.8 } });

it('names the document and the subscription, each with its page', () => {
  expect(subjectsOf(moved('entered', 'answer'))).toEqual([
    { kind: 'document', words: 'T-1', address: '/document?ns=acme%2Fdesk&id=T-1' },
    { kind: 'subscription', words: 'hot', address: '/namespaces?show=acme%2Fdesk' },
  ]);
  expect(subjectsOf(event('namespace.budget_paused', {}))[0]).toMatchObject({ kind: 'namespace', words: 'acme/desk' });
  expect(
    subjectsOf(
      event('webhook_endpoint.failing', { namespace: null, endpoint: { id: 'whe_1', url: 'https://a.example/x' } }),
    ),
  ).toEqual([{ kind: 'endpoint', words: 'https://a.example', address: '/endpoint?id=whe_1' }]);
});

it.each([
  ['entered', { gte: 0.8 }, 'churn_risk rose to 0.8 or more'],
  ['exited', { gte: 0.8 }, 'churn_risk fell below 0.8'],
  ['entered', { gt: 0.8 }, 'churn_risk rose above 0.8'],
  ['exited', { gt: 0.8 }, 'churn_risk fell to 0.8 or less'],
  ['entered', { lt: 0.2 }, 'churn_risk fell below 0.2'],
  ['exited', { lte: 0.2 }, 'churn_risk rose above 0.2'],
] as const)('says what an answer crossed: %s %j', (kind, comparison, words) => {
  const filter = told({ 'answers.churn_risk.p': comparison });
  expect(whyText(moved(kind, 'answer'), filter)).toBe(words.replace(/^c/, 'C'));
});

it('says less where it knows less: another cause, a filter of later, of many conditions, of any', () => {
  const why = (cause: string, subscription?: EventSubscription) => whyText(moved('entered', cause), subscription);
  expect([why('answer'), why('answer', told({ 'answers.x.p': { gte: 0.8 } }, '2026-11-28T07:00:00Z'))]).toEqual(
    Array(2).fill('An answer changed'),
  );
  expect(why('document', atLeast)).toBe('The document was written; the filter is churn_risk.p ≥ 0.8');
  expect(why('deleted', atLeast)).toBe('The document was deleted');
  expect(why('answer', told({ all: [{ 'answers.x.p': { gte: 0.8 } }, { 'attributes.country': 'DE' }] }))).toBe(
    'An answer changed; the filter is x.p ≥ 0.8 and attributes.country = DE',
  );
  expect(why('answer', told({ any: [{ id: 'a' }] }))).toBe('An answer changed');
  expect(why('moon_phase')).toBe('Moon phase');
  expect(whyText(moved('exited', 'answer'), told({ 'answers.x.thresholds.hot': true }))).toBe(
    'X fell below its threshold hot',
  );
});

it('says who brought it about, as far as the feed knows', () => {
  expect(['document', 'filter', 'answer', 'time'].map((cause) => byText(moved('entered', cause)))).toEqual([
    'A write',
    'A change of settings',
    'The service',
    'The service',
  ]);
});

it('tells jobs, budgets, fits and endpoints', () => {
  const job = { type: 'backfill', id: 'job_1', progress: { done: 5, total: 10 } };
  expect(whyText(event('job.failed', { job }))).toBe('Backfill failed, 5 of 10');
  const budget = { compute_usd_per_month: 5 };
  expect(whyText(event('namespace.budget_paused', { budget, spend_month_usd: 5 }))).toBe(
    'The budget is used up: $5.00 of $5.00 this month',
  );
  expect(whyText(event('calibration.fitted', { labels: { count: 240 }, drift_worse: true }))).toBe(
    'New fit from 240 labels; answers of the last 30 days came true otherwise than before',
  );
  expect(whyText(event('weather.changed', {}))).toBe('');
});
