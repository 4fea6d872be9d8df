/** Every event type of this version. Later versions of the service send others too: leave unknown ones alone. */
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
  /** The event's id, the same in every delivery of it and in the feed; `webhook-id` carries it too. */
  id: string;
  type: Type;
  /** When it happened, ISO 8601 in UTC. */
  timestamp: string;
  /** True for a delivery that a test asked for; act on nothing then. */
  test?: boolean;
  /** `namespace` is null for events of the organization. */
  data: { namespace: string | null } & Data;
}

/** Why a document entered or left a subscription. */
export type EventCause = 'document' | 'answer' | 'threshold' | 'deleted' | 'filter' | 'time';

export type SubscriptionEvent = EventOf<
  'subscription.entered' | 'subscription.exited',
  {
    subscription: string;
    document: string;
    /** Grows within the namespace: of two events about one document the greater is the later. */
    sequence: number;
    cause: EventCause;
    attributes?: Record<string, unknown>;
    answers?: Record<string, unknown>;
    /** True when `attributes` or `answers` were left out for size: read the document. */
    truncated?: boolean;
    url?: string;
  }
>;
export type JobEvent = EventOf<
  'job.completed' | 'job.failed',
  /** The job without its result, which `GET /jobs/{id}` has. */
  { job: { id: string; type: string; status: string } & Record<string, unknown> }
>;
export type BudgetEvent = EventOf<
  'namespace.budget_paused' | 'namespace.budget_resumed',
  /** `budget` is null when it was taken away. */
  { budget: Record<string, unknown> | null; spend_month_usd: number }
>;
export type FanoutEvent = EventOf<
  'judgment.fanout_deferred' | 'judgment.fanout_caught_up',
  { judgment: string; deferred: number; resumes_at: string | null }
>;
export type SummaryEvent = EventOf<'namespace.summary_failed', { template: string; reason: string }>;
export type CalibrationEvent = EventOf<
  'calibration.fitted',
  { judgment: string; version: number; engine_version: string; fit: string; labels: Record<string, unknown> }
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
  /** `last_error`: why the latest attempt failed, in the words of the deliveries log. */
  EndpointOfEvent & { last_error: { error: string; status_code: number | null } }
>;
export type EndpointTestEvent = EventOf<'webhook.test', EndpointOfEvent>;

/** What a webhook delivers; narrow it by `type`, and let a `default` pass what it does not know. */
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
