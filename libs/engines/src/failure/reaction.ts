import type { CallFailureReason } from '../question/answer';
import type { FailureClass } from './failure';

/** What the broker does about a failure class (docs/engines.md#errors-and-retries). */
export interface Reaction {
  /** Further attempts, when the question is text only. */
  retries: number;
  /** First wait of the exponential backoff with full jitter, in ms; 0: again at once. */
  backoffMs: number;
  /** The engine is unusable until an operator acts. */
  isUnhealthy: boolean;
  /** Counts towards {@link circuitBreaker}. */
  tripsBreaker: boolean;
  /** The engine's token bucket is halved and added back slowly. */
  slowsDown: boolean;
  /** What the answers read once attempts are used up. */
  reason: CallFailureReason;
}

const still: Reaction = {
  retries: 0,
  backoffMs: 0,
  isUnhealthy: false,
  tripsBreaker: false,
  slowsDown: false,
  reason: 'engine_unavailable',
};

const reactions: Record<FailureClass, Reaction> = {
  auth: { ...still, isUnhealthy: true },
  bad_request: { ...still, reason: 'engine_rejected' },
  too_long: { ...still, reason: 'context_too_large' },
  rate: { ...still, retries: 3, backoffMs: 1000, slowsDown: true },
  quota: { ...still, isUnhealthy: true },
  overload: { ...still, retries: 3, backoffMs: 500, tripsBreaker: true },
  stall: { ...still, retries: 1, tripsBreaker: true },
  bad_answer: { ...still, retries: 1, reason: 'engine_bad_answer' },
  refusal: { ...still, reason: 'engine_refused' },
};

/** Failures within the window after which the broker should open its circuit. */
export const circuitBreaker = { failures: 5, windowMs: 10_000 } as const;

/** The policy for a class: a pure table. */
export function reactionOf(failureClass: FailureClass): Reaction {
  return reactions[failureClass];
}
