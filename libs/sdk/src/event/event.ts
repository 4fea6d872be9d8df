/** Every event type of this version. Later versions of the service send other types, too; ignore unknown ones. */
export const eventTypes = [
  'subscription.entered',
  'subscription.exited',
  'job.completed',
  'job.failed',
  'namespace.budget_paused',
  'namespace.budget_resumed',
  'judgment.fanout_deferred',
  'judgment.fanout_caught_up',
  'namespace.summary_failed',
  'calibration.fitted',
  'alternatives.ready',
  'webhook_endpoint.failing',
  'webhook_endpoint.disabled',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

interface EventOf<Type extends EventType, Data> {
  /** The event's id, the same in every delivery, in the feed and in the header `webhook-id`. */
  id: string;
  type: Type;
  /** When it happened, ISO 8601 in UTC. */
  timestamp: string;
  /** True for a test delivery; do not act on it. */
  test?: boolean;
  /** `namespace` is null for events of the organization. */
  data: { namespace: string | null } & Data;
}

/** Why a document entered or left a subscription. */
export type EventCause =
  'document' | 'answer' | 'threshold' | 'calibration' | 'judgment' | 'deleted' | 'filter' | 'time';

export type SubscriptionEvent = EventOf<
  'subscription.entered' | 'subscription.exited',
  {
    subscription: string;
    document: string;
    /** Grows within the namespace. Of two events about one document the one with the greater sequence is the later one. */
    sequence: number;
    cause: EventCause;
    attributes?: Record<string, unknown>;
    answers?: Record<string, unknown>;
    /** True when `attributes` or `answers` were left out because of their size; read the document instead. */
    truncated?: boolean;
    url?: string;
  }
>;
export type JobEvent = EventOf<
  'job.completed' | 'job.failed',
  /** The job without its result, which `GET /jobs/{id}` returns. */
  { job: { id: string; type: string; status: string } & Record<string, unknown> }
>;
export type BudgetEvent = EventOf<
  'namespace.budget_paused' | 'namespace.budget_resumed',
  /** `budget` is null when it was removed. */
  { budget: Record<string, unknown> | null; spend_month_usd: number }
>;
export type FanoutEvent = EventOf<
  'judgment.fanout_deferred' | 'judgment.fanout_caught_up',
  { judgment: string; deferred: number; resumes_at: string | null }
>;
export type SummaryEvent = EventOf<'namespace.summary_failed', { template: string; reason: string }>;
export type CalibrationEvent = EventOf<
  'calibration.fitted',
  /**
   * `drift_worse`: the labels of the last 30 days are not what a fit from before them reads. `drift_tests` are the tests that say so, a p of
   * at most 0.05 fails; absent from events of earlier versions. `thresholds`: of a composite judgment, the share that each one flags before and after.
   */
  {
    judgment: string;
    version: number;
    engine_version: string;
    fit: string;
    labels: Record<string, unknown>;
    drift_worse?: boolean;
    thresholds?: Record<string, { flagged_before: number; flagged_after: number }>;
    drift_tests?: { test: string; option?: string | null; statistic: number; p: number }[];
  }
>;
export type AlternativesEvent = EventOf<
  'alternatives.ready',
  { judgment: string; version: number; suggestion: { id: string; because: string }; headline: string }
>;
interface EndpointOfEvent {
  endpoint: { id: string; url: string; failing_since?: string } & Record<string, unknown>;
}
export type EndpointHealthEvent = EventOf<
  'webhook_endpoint.failing' | 'webhook_endpoint.disabled',
  /** `last_error`: why the latest attempt failed, as in the log of deliveries. */
  EndpointOfEvent & { last_error: { error: string; status_code: number | null } }
>;
export type EndpointTestEvent = EventOf<'webhook.test', EndpointOfEvent>;

/** The event of a webhook. Narrow it by `type`, and let a `default` ignore unknown types. */
export type WebhookEvent =
  | SubscriptionEvent
  | JobEvent
  | BudgetEvent
  | FanoutEvent
  | SummaryEvent
  | CalibrationEvent
  | AlternativesEvent
  | EndpointHealthEvent
  | EndpointTestEvent;
