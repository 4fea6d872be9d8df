import type { SkipReason } from '@app/contracts/calibration';
import type { UnavailableReason } from '@app/definition';

const firstWaitMs = 5_000;
/** Tries of one label: a run must end. */
const maxTries = 4;
/** Failures that every further try would repeat. */
const final = new Set<UnavailableReason>(['engine_refused', 'context_too_large']);

/** What a try without an answer comes to: the next one after a while, or the reason for which the label is skipped. */
export type AfterTry = { waitMs: number } | { skip: SkipReason };

/** @param attempts tries before this one */
export function afterFailure(failure: UnavailableReason, attempts: number): AfterTry {
  return final.has(failure) ? { skip: 'failed' } : afterTry(attempts, 'failed');
}

/** @param skip the reason once the tries are over */
export function afterTry(attempts: number, skip: SkipReason): AfterTry {
  return attempts + 1 >= maxTries ? { skip } : { waitMs: firstWaitMs * 2 ** attempts };
}
