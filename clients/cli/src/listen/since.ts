import { Refusal } from '../exit/refusal';

/** Where a follower begins: behind a cursor, and with events from a moment on. */
export interface Start {
  from?: string;
  /** Unix milliseconds; earlier events are passed over. */
  fromMs?: number;
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads `latest`, `oldest`, a duration such as `1h`, or the id of an event or a cursor. */
export function startOf(since: string, nowMs: number): Start {
  if (since === 'oldest') return {};
  if (since === 'latest') return { from: since };
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(since) ?? [];
  if (count && unit) return { fromMs: nowMs - Number(count) * (unitMs[unit] ?? 0) };
  if (!/^[\w-]{4,128}$/.test(since)) {
    throw new Refusal('--since takes latest, oldest, a duration such as 1h, or the id of an event.');
  }
  return { from: since };
}
