import type { EventType } from './types';

/** Meaning of an event type, for the API documents. */
export interface EventAbout {
  /** What raises the event. */
  cause: string;
  /** Whether the service raises the type today. A type that is not built has a declaration and a sample only. */
  isBuilt: boolean;
}

export const eventAbout: { readonly [T in EventType]: EventAbout } = {
  'subscription.entered': {
    cause: "A document began to match a subscription's filter: by a write, an answer, a threshold, a filter or time.",
    isBuilt: true,
  },
  'subscription.exited': {
    cause: "A document stopped matching a subscription's filter, or was deleted.",
    isBuilt: true,
  },
  'job.completed': { cause: 'A job ended with its result.', isBuilt: true },
  'job.failed': { cause: 'A job ended with an error, or a user cancelled it.', isBuilt: true },
  'namespace.budget_paused': {
    cause: "A namespace's spend of the month reached its budget, or the next answer would have exceeded it.",
    isBuilt: true,
  },
  'namespace.budget_resumed': {
    cause: 'Judging resumed: the budget was raised or removed, or a new month began.',
    isBuilt: true,
  },
  'judgment.fanout_deferred': {
    cause: "A judgment's fan-out exceeded its rolling limit; one event for each time.",
    isBuilt: true,
  },
  'judgment.fanout_caught_up': { cause: 'All deferred documents have been judged.', isBuilt: true },
  'namespace.summary_failed': {
    cause: 'A document of a tenant summary could not be written; one event for each time.',
    isBuilt: true,
  },
  'calibration.fitted': { cause: "A judgment's answers have a new fit.", isBuilt: false },
  'alternatives.ready': { cause: 'A run of alternatives found one that outcomes prefer.', isBuilt: true },
  'webhook_endpoint.failing': {
    cause: 'An endpoint had no successful delivery in 24 hours and 10 attempts; one event for each time.',
    isBuilt: true,
  },
  'webhook_endpoint.disabled': {
    cause: 'An endpoint had no successful delivery in 5 days; the service sends nothing more to it.',
    isBuilt: true,
  },
  'webhook.test': { cause: 'A user called `POST /webhook-endpoints/{id}/test`; never in the feed.', isBuilt: true },
};
