import { invalid } from '@app/problem';

const dayMs = 24 * 60 * 60 * 1000;
/** How far back deliveries can be recovered [DLV-12]. */
const recoverableDays = 30;
/** How far a client's clock may be ahead of ours. */
const maxAheadMs = 5_000;

/**
 * The instant from which on deliveries are recovered.
 * @param text RFC 3339, as its schema allows
 * @throws Problem `invalid_request` for text that is no time, and for a time over 30 days back or in the future
 */
export function sinceOf(text: string, nowMs: number): Date {
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) {
    throw invalid('bad_timestamp', '/since', 'Send `since` as a timestamp such as 2026-03-04T09:30:00.000Z.');
  }
  if (atMs < nowMs - recoverableDays * dayMs || atMs > nowMs + maxAheadMs) {
    throw invalid(
      'bad_bounds',
      '/since',
      `Send a \`since\` at most ${recoverableDays} days back, and not in the future.`,
    );
  }
  return new Date(atMs);
}
