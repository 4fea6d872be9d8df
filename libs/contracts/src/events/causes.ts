import type { EventType } from '../event-types';

/** What raises an event of each type, for the API documents. */
export const eventCauses: { readonly [T in EventType]: string } = {
  'subscription.entered':
    "A document began to match a subscription's filter: by a write, an answer, a threshold, a filter or time.",
  'subscription.exited': "A document stopped matching a subscription's filter, or was deleted.",
  'job.completed': 'A job ended with its result.',
  'job.failed': 'A job ended with an error, or a user cancelled it.',
  'namespace.budget_paused':
    "A namespace's spend of the month reached its budget, or the next answer would have exceeded it.",
  'namespace.budget_resumed': 'Judging resumed: the budget was raised or removed, or a new month began.',
  'judgment.fanout_deferred': "A judgment's fan-out exceeded its rolling limit; one event for each time.",
  'judgment.fanout_caught_up': 'All deferred documents have been judged.',
  'namespace.summary_failed': 'A document of a tenant summary could not be written; one event for each time.',
  'calibration.fitted': "A judgment's answers have a new fit.",
  'alternatives.ready': 'A run of alternatives found one that outcomes prefer.',
  'webhook_endpoint.failing':
    'An endpoint had no successful delivery in 24 hours and 10 attempts; one event for each time.',
  'webhook_endpoint.disabled':
    'An endpoint had no successful delivery in 5 days; the service sends nothing more to it.',
  'webhook.test': 'A user called `POST /webhook-endpoints/{id}/test`; never in the feed.',
};
