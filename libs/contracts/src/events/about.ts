import type { EventType } from './types';

/** What a type means, for readers of the API documents. */
export interface EventAbout {
  /** What raises it. */
  cause: string;
  /** Whether something in this system raises it today; else it is declared and sampled, and raised by nobody. */
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
  'job.completed': { cause: 'A job ended with the result its request asked for.', isBuilt: true },
  'job.failed': { cause: 'A job ended with an error, or was cancelled.', isBuilt: true },
  'namespace.budget_paused': {
    cause: "A namespace's spend of the month reached its budget, or the next answer would have passed it.",
    isBuilt: true,
  },
  'namespace.budget_resumed': {
    cause: 'Judging goes on: the budget was raised or taken away, or a new month began.',
    isBuilt: true,
  },
  'judgment.fanout_deferred': {
    cause: "A judgment's fan-out passed its rolling limit; once for each time that it does.",
    isBuilt: false,
  },
  'judgment.fanout_caught_up': { cause: 'What was deferred has been judged.', isBuilt: false },
  'namespace.summary_failed': { cause: 'A tenant summary could not be written.', isBuilt: false },
  'calibration.fitted': { cause: "A judgment's answers have a new calibration.", isBuilt: false },
  'alternatives.ready': { cause: 'A run of alternatives found one that outcomes prefer.', isBuilt: false },
  'webhook_endpoint.failing': {
    cause: 'An endpoint had no successful delivery in 24 hours and 10 attempts; once for each time.',
    isBuilt: true,
  },
  'webhook_endpoint.disabled': {
    cause: 'An endpoint had no successful delivery in 5 days; nothing more is sent to it.',
    isBuilt: true,
  },
  'webhook.test': { cause: '`POST /webhook-endpoints/{id}/test`; never in the feed.', isBuilt: true },
};
