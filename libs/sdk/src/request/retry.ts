/** What an attempt came to. `headers` have lower-case names. */
export type Outcome =
  { kind: 'broken' } | { kind: 'reply'; status: number; retryAfter: string | null; resetsAt: string | null };

export interface Attempted {
  /** 1 for the first. */
  attempt: number;
  outcome: Outcome;
  /** Milliseconds that are left of `totalMs`. */
  leftMs: number;
  retries: number;
  nowMs: number;
  /** In [0, 1). */
  random: number;
}

export type Decision =
  | { kind: 'wait'; ms: number }
  | { kind: 'stop'; reason: 'final' | 'exhausted' | 'too_long' | 'daily'; retryAfterMs?: number };

const backoffMs = 500;
const longestBackoffMs = 8_000;

/**
 * What follows an attempt that gave no success. A named wait is never shortened, only lengthened a little, so that many
 * clients do not come back at the same instant; one that is longer than what is left stops at once.
 */
export function decide({ attempt, outcome, leftMs, retries, nowMs, random }: Attempted): Decision {
  if (outcome.kind === 'reply' && outcome.status !== 429 && outcome.status !== 503) {
    // 502 and 504 come from what stands before the service, 500 from a fault that a repetition may not meet.
    if (![500, 502, 504].includes(outcome.status)) return { kind: 'stop', reason: 'final' };
  }
  const named = outcome.kind === 'reply' ? namedWaitMs(outcome.retryAfter, nowMs) : null;
  if (outcome.kind === 'reply' && outcome.status === 429 && outcome.resetsAt !== null && named === null) {
    return { kind: 'stop', reason: 'daily' };
  }
  if (attempt > retries) return { kind: 'stop', reason: 'exhausted', retryAfterMs: named ?? undefined };
  const ms =
    named === null
      ? Math.min(longestBackoffMs, backoffMs * 2 ** (attempt - 1)) * (0.75 + random / 2)
      : named + Math.min(250, named / 4) * random;
  return ms > leftMs ? { kind: 'stop', reason: 'too_long', retryAfterMs: named ?? undefined } : { kind: 'wait', ms };
}

/** `Retry-After` in milliseconds: seconds or a date; null without one that can be read. */
export function namedWaitMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
