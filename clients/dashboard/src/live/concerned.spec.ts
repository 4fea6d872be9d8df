import { concernedBy } from './concerned';

it('reads the documents of the namespace anew when one enters a subscription', () => {
  expect(concernedBy({ type: 'subscription.entered', data: { namespace: 'acme/prod' } })).toEqual([
    ['events'],
    ['documents', 'acme/prod'],
    ['document', 'acme/prod'],
    ['count', 'acme/prod'],
  ]);
});

it('reads judgments of every namespace anew after a fit: a template may have been fitted', () => {
  const keys = concernedBy({ type: 'calibration.fitted', data: { namespace: 'acme/*' } });
  expect(keys).toEqual(expect.arrayContaining([['calibration'], ['judgment'], ['documents']]));
});

it('reads answers and tables of alternatives anew when a job ends, such as a backfill or a run', () => {
  expect(concernedBy({ type: 'job.completed', data: { namespace: 'acme/prod' } })).toEqual([
    ['events'],
    ['jobs'],
    ['alternatives'],
    ['built-in answers'],
    ['documents', 'acme/prod'],
    ['document', 'acme/prod'],
    ['count', 'acme/prod'],
  ]);
});

it.each([
  ['webhook_endpoint.failing', 'deliveries'],
  ['job.completed', 'jobs'],
  ['namespace.budget_paused', 'usage'],
])('%s moves %s', (type, key) => {
  expect(concernedBy({ type, data: { namespace: null } }).map(([first]) => first)).toContain(key);
});

it('takes an event of a later type for news of the feed alone', () => {
  expect(concernedBy({ type: 'weather.changed', data: null })).toEqual([['events']]);
});
