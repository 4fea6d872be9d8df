import type { AnswerView, BudgetView } from '../documents';
import type { JobSummary } from '../jobs';
import type { EndpointFacts } from '../webhooks';
import { EventData } from './data';
import type { EventType } from '../event-types';

/*
 * One sample for each type: `POST /webhook-endpoints/{id}/test {type}` sends it and the API documents show it. The numbers
 * are invented. A spec checks each sample against its schema.
 */

const namespace = 'acme/prod/t1';

const answer: AnswerView = {
  id: 'ans_01933b0a7c0071d2a3b4c5d6e7f80910',
  type: 'bool',
  status: 'fresh',
  stale_reason: null,
  unavailable_reason: null,
  p: 0.62,
  calibrated: null,
  thresholds: { alarm: true },
  thresholds_missing: [],
  engine: { name: 'jev', version: 'current' },
  engine_version: 'current+2026-03-02.1',
  version: 1,
  document_version: 7,
  judged_at: '2026-03-04T09:30:00.000Z',
  due_at: null,
  truncated: false,
};

const change = { namespace, subscription: 'late_orders', document: 'order:17' };
const attributes = { seller: 's9', total: 129.5 };

const job: JobSummary = {
  id: 'job_d01933b0a7c0071d2a3b4c5d6e7f80911',
  type: 'namespace_delete',
  status: 'done',
  namespace,
  progress: { done: 1200, total: 1200 },
  created_at: '2026-03-04T09:28:00.000Z',
  started_at: '2026-03-04T09:28:01.000Z',
  finished_at: '2026-03-04T09:30:00.000Z',
  result_status: 200,
};

const budget: BudgetView = { compute_usd_per_month: 50, on_exceeded: 'pause' };

const endpoint: EndpointFacts = {
  id: 'whe_01933b0a7c0071d2a3b4c5d6e7f80912',
  url: 'https://hooks.example.com/judgments',
  events: ['job.*', 'namespace.budget_paused'],
  namespace_prefix: 'acme/prod/*',
  description: 'On-call',
  max_per_second: null,
  status: 'active',
  enabled: true,
  stats: { deliveries_24h: 480, success_rate_24h: 0.99, last_delivery_at: '2026-03-04T09:29:58.000Z' },
  created_at: '2026-01-12T08:00:00.000Z',
};
const failing: EndpointFacts = {
  ...endpoint,
  status: 'failing',
  failing_since: '2026-03-03T09:29:00.000Z',
  stats: { deliveries_24h: 480, success_rate_24h: 0, last_delivery_at: '2026-03-03T09:29:00.000Z' },
};

const samples: { readonly [T in EventType]: EventData[T] } = {
  'subscription.entered': { ...change, sequence: 4182, cause: 'answer', attributes, answers: { late: answer } },
  'subscription.exited': {
    ...change,
    sequence: 4190,
    cause: 'threshold',
    attributes,
    answers: { late: { ...answer, thresholds: { alarm: false } } },
  },
  'job.completed': { namespace, job },
  'job.failed': {
    namespace,
    job: { ...job, status: 'failed', progress: { done: 300, total: 1200 }, result_status: 409 },
  },
  'namespace.budget_paused': { namespace, budget, spend_month_usd: 50.02 },
  'namespace.budget_resumed': { namespace, budget: { ...budget, compute_usd_per_month: 80 }, spend_month_usd: 50.02 },
  'judgment.fanout_deferred': {
    namespace,
    judgment: 'late',
    deferred: 1840,
    resumes_at: '2026-03-04T10:00:00.000Z',
  },
  'judgment.fanout_caught_up': { namespace, judgment: 'late', deferred: 0, resumes_at: null },
  'namespace.summary_failed': { namespace: 'acme/reports', template: 'acme/prod/*', reason: 'deleting' },
  'calibration.fitted': {
    namespace,
    judgment: 'late',
    version: 1,
    engine_version: 'current+2026-03-02.1',
    fit: 'fit_01933b0a7c0071d2a3b4c5d6e7f80913',
    labels: { count: 412, by_source: { posted: 380, queue: 32, rule: 0, implicit: 0 }, hindsight: 120 },
    thresholds: { alarm: { flagged_before: 0.164, flagged_after: 0.221 } },
    drift_worse: true,
    drift_tests: [
      { test: 'mean', statistic: -4.1, p: 0.0002 },
      { test: 'slope', statistic: 0.6, p: 1 },
      { test: 'loss', statistic: 1.2, p: 0.35 },
    ],
  },
  'alternatives.ready': {
    namespace,
    judgment: 'late',
    version: 1,
    suggestion: { id: 'alt_01933b0a7c0071d2', because: 'better' },
    headline: 'The alternative lowers log loss by 0.031 after correcting for 3 alternatives.',
  },
  'webhook_endpoint.failing': {
    namespace: null,
    endpoint: failing,
    last_error: { error: 'http_status', status_code: 503 },
  },
  'webhook_endpoint.disabled': {
    namespace: null,
    endpoint: { ...failing, status: 'disabled', enabled: false, failing_since: '2026-02-27T09:29:00.000Z' },
    last_error: { error: 'timeout', status_code: null },
  },
  'webhook.test': { namespace: null, endpoint },
};

/** A new copy of the sample of a type's `data`. */
export function sampleOf<T extends EventType>(type: T): EventData[T] {
  return structuredClone(samples[type]);
}
