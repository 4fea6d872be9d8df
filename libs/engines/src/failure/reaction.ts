import type { FailureClass } from './failure';
import type { CallFailureReason } from './reason';

/** How the broker reacts to a failure class (docs/engines.md#errors-and-retries). */
export interface Reaction {
  /** Further attempts of a request without images. */
  retries: number;
  /** First wait of the exponential backoff with full jitter, in milliseconds; 0 for an immediate retry. */
  backoffMs: number;
  /** Whether the engine stays unusable until an operator acts. */
  isUnhealthy: boolean;
  /** Whether the failure counts towards {@link circuitBreaker}. */
  tripsBreaker: boolean;
  /** Whether the broker halves the engine's rate and raises it again slowly. */
  slowsDown: boolean;
  /** The reason of the answers when no attempt is left. */
  reason: CallFailureReason;
}

const noRetry: Reaction = {
  retries: 0,
  backoffMs: 0,
  isUnhealthy: false,
  tripsBreaker: false,
  slowsDown: false,
  reason: 'engine_unavailable',
};

const reactions: Record<FailureClass, Reaction> = {
  auth: { ...noRetry, isUnhealthy: true },
  no_model: { ...noRetry, isUnhealthy: true },
  bad_request: { ...noRetry, reason: 'engine_rejected' },
  too_long: { ...noRetry, reason: 'context_too_large' },
  rate: { ...noRetry, retries: 3, backoffMs: 1000, slowsDown: true },
  quota: { ...noRetry, isUnhealthy: true },
  overload: { ...noRetry, retries: 3, backoffMs: 500, tripsBreaker: true },
  stall: { ...noRetry, retries: 1, tripsBreaker: true },
  bad_answer: { ...noRetry, retries: 1, reason: 'engine_bad_answer' },
  refusal: { ...noRetry, reason: 'engine_refused' },
};

/** The broker opens its circuit after this many failures within the window. */
export const circuitBreaker = { failures: 5, windowMs: 10_000 } as const;

/** The reaction to a failure class. */
export function reactionOf(failureClass: FailureClass): Reaction {
  return reactions[failureClass];
}
