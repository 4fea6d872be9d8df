import type { UnavailableReason } from '@app/definition';
import type { ClaimedRow } from '../queue/pending/pending';

const firstRetryMs = 5_000;
const maxRetryMs = 600_000;
/** Failures that every further try would repeat: the engine refuses again, and the context stays too large. */
const final = new Set(['engine_refused', 'context_too_large']);
/** A gateway in front of an engine may reject what the engine accepts, so the fifth rejection in a row is final. */
const maxRejections = 5;

/**
 * Earlier tries that count with a failure. Rejections count apart from other failures: after an engine was away for an
 * hour, the first error page of a gateway must not end the retries.
 */
export function triesBefore(
  failure: UnavailableReason,
  { attempts, head }: Pick<ClaimedRow, 'attempts' | 'head'>,
): number {
  return failure === 'engine_rejected' && head?.failure !== 'engine_rejected' ? 0 : attempts;
}

/** Milliseconds until a failed question is asked again; null when another try would fail again. */
export function retryAfterFailure(
  failure: UnavailableReason,
  row: Pick<ClaimedRow, 'attempts' | 'head'>,
): number | null {
  const attempts = triesBefore(failure, row);
  const isFinal = final.has(failure) || (failure === 'engine_rejected' && attempts + 1 >= maxRejections);
  return isFinal ? null : Math.min(maxRetryMs, firstRetryMs * 2 ** attempts);
}
