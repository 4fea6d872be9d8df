/** Things as the API returns them, for specs of commands. */

export const latePath = '/namespaces/a%2Fb/judgments/late';
export const usage = { judgment_units: 2, cost_usd: 0.01 };
export const answer = { type: 'choice', status: 'fresh', value: 'late' };
export const context = {
  text: 'one\ntwo\u001b[0m',
  tokens: 9,
  size_class: 's',
  cuts: [{ path: 'state.x', kind: 'text_tail', dropped: 4 }],
};
export const endpoint = {
  id: 'we_1',
  url: 'https://x.example',
  status: 'active',
  events: ['job.*'],
  stats: {},
  secret: 'whsec_1',
};
export const job = { id: 'job_1', type: 'fit', status: 'done', progress: { done: 3, total: 3 }, result: null };
export const page = (name: string, item: object) => ({ [name]: [item], next_cursor: null });
export const definition = '{"type":"choice"}';
export const since = '2026-11-23T00:00:00Z';

export const relatedChanged = {
  status: 'stale',
  stale_reason: 'related_changed',
  stale_by: { relation: 'messages', document: 'm1', changed_at: since },
};
export const explanation = {
  document: 'x',
  judgment: 'late',
  document_version: 5,
  paused: true,
  answer: { status: 'stale', stale_reason: 'fanout_deferred', wanted: 5, seen: 4, cause: 'fanout', wanted_at: since },
  definition: {
    version: 3,
    template: 'a/*',
    policy: 'on_change',
    debounce_ms: 0,
    max_wait_ms: 0,
    engine: { name: 'jev', version: 'current' },
  },
  queue: [
    { version: 3, lane: 'deferred', reason: 'fanout_limit', due_at: null, since, changes: 1, attempts: 0, job: null },
  ],
  last: { at: since, failure: 'engine_refused', document_version: 4, seen: 4 },
  engine: { active: true, circuit_open: true, since },
  fanout: { held: false, share: 1, rolling_limit: 10, used: 9, deferred: true, resumes_at: since },
  permit: { name: 'jev', waiting: 2, rate_factor: 0.5 },
};

export const namespace = {
  name: 'a/b',
  created_at: since,
  budget: { compute_usd_per_month: 50, on_exceeded: 'pause' },
  budget_paused: false,
  stats: { documents: 7, bytes: 900, spend_month_usd: 1.5 },
};
export const subscription = {
  name: 'hot',
  filter: { 'attributes.x': 1 },
  on: ['entered'],
  include: [],
  endpoint: 'whe_1',
  members: 12,
};
export const group = {
  name: 'by_x',
  key: 'attributes.x',
  aggregates: { n: { aggregate: 'count' } },
  status: 'ready',
  as_of: null,
};
export const published = {
  into: 'a/all',
  groups: ['by_x'],
  bands: {},
  failing_since: since,
  failure: 'document_exists',
};
export const written = { upserted: 0, deleted: 0, unchanged: 0, missing: 0, documents: [] };
