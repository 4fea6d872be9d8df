import { invalid } from '@app/problem';

const dayMs = 24 * 60 * 60 * 1000;
/** How far back deliveries can be recovered [DLV-12]. */
export const recoverableDays = 30;
/** What clocks of clients may be ahead. */
const aheadMs = 5_000;

/**
 * From when on deliveries are recovered.
 * @param text RFC 3339, as its schema allows
 * @throws Problem `invalid_request` for a time that is none, is over 30 days back or lies in the future
 */
export function sinceOf(text: string, nowMs: number): Date {
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) {
    throw invalid('bad_timestamp', '/since', '`since` must be a timestamp such as 2026-03-04T09:30:00.000Z.');
  }
  if (atMs < nowMs - recoverableDays * dayMs || atMs > nowMs + aheadMs) {
    throw invalid(
      'bad_bounds',
      '/since',
      `\`since\` lies at most ${recoverableDays} days back, and not in the future.`,
    );
  }
  return new Date(atMs);
}
