/** Every event type of the contract (docs/contract.md#10-subscriptions-webhooks-feed). `events/about.ts` says which ones are built. */
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
