import type { Schema } from '@app/sdk/client';

export type EventType = NonNullable<Schema<'TestSendBody'>['type']>;

/** Every type that a test may send, the plain test first. A type that the API has and this lacks fails the compile. */
const all: Readonly<Record<EventType, true>> = {
  'webhook.test': true,
  'subscription.entered': true,
  'subscription.exited': true,
  'job.completed': true,
  'job.failed': true,
  'namespace.budget_paused': true,
  'namespace.budget_resumed': true,
  'judgment.fanout_deferred': true,
  'judgment.fanout_caught_up': true,
  'namespace.summary_failed': true,
  'calibration.fitted': true,
  'alternatives.ready': true,
  'webhook_endpoint.failing': true,
  'webhook_endpoint.disabled': true,
};
export const eventTypes = Object.keys(all) as EventType[];
/** Those that an endpoint may ask for: events of subscriptions go where each subscription says. */
export const platformTypes = eventTypes.filter((type) => type !== 'webhook.test' && !type.startsWith('subscription.'));
