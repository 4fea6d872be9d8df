/** What an attempt came to. */
export type Outcome =
  | { kind: 'broken' }
  | {
      kind: 'reply';
      status: number;
      retryAfter: string | null;
      resetsAt: string | null;
      /** The service's own: its body is an error envelope. Anything else came from what stands before the service. */
      isOurs: boolean;
    };

export interface Attempted {
  /** 1 for the first. */
  attempt: number;
  /** Attempts that ended in a fault of the service, this one included. */
  faults: number;
  outcome: Outcome;
  /** Milliseconds that are left of `totalMs`. */
  leftMs: number;
  retries: number;
  nowMs: number;
  /** A random number in [0, 1). */
  random: number;
}

export type Decision =
  | { kind: 'wait'; ms: number }
  | { kind: 'stop'; reason: 'final' | 'exhausted' | 'too_long' | 'daily'; retryAfterMs?: number };

const backoffMs = 500;
const longestBackoffMs = 8_000;
/** A fault that stays after so many repetitions stays. */
const repeatedFaults = 2;

/**
 * What follows an attempt that gave no success. A named wait is never shortened, only lengthened a little, so that many
 * clients do not come back at the same instant; one that is longer than what is left stops at once.
 */
export function decide({ attempt, faults, outcome, leftMs, retries, nowMs, random }: Attempted): Decision {
  const named = outcome.kind === 'reply' ? namedWaitMs(outcome.retryAfter, nowMs) : null;
  const stop = (reason: 'final' | 'exhausted' | 'too_long'): Decision => {
    return { kind: 'stop', reason, retryAfterMs: named ?? undefined };
  };
  if (outcome.kind === 'reply') {
    if (!isPassing(outcome)) return stop('final');
    if (outcome.status === 429 && outcome.resetsAt !== null && named === null) return { kind: 'stop', reason: 'daily' };
    if (isFault(outcome) && faults > repeatedFaults) return stop('exhausted');
  }
  if (attempt > retries) return stop('exhausted');
  const ms =
    named === null
      ? Math.min(longestBackoffMs, backoffMs * 2 ** (attempt - 1)) * (0.75 + random / 2)
      : named + Math.min(250, named / 4) * random;
  return ms > leftMs ? stop('too_long') : { kind: 'wait', ms };
}

/** A fault of the service itself, which a repetition may meet again. */
export function isFault(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && outcome.status === 500 && outcome.isOurs;
}

/**
 * Whether the request may have been carried out all the same. 503 of the service itself says that it was not.
 * @returns null where the refusal says nothing about earlier attempts
 */
export function mayBeDone(outcome: Outcome): boolean | null {
  if (outcome.kind === 'broken') return true;
  if (outcome.status >= 500) return outcome.status === 503 && outcome.isOurs ? null : true;
  return outcome.status === 429 ? null : false;
}

function isPassing({ status, isOurs }: { status: number; isOurs: boolean }): boolean {
  return [429, 500, 502, 503, 504].includes(status) || (status >= 500 && !isOurs);
}

/** `Retry-After` in milliseconds: seconds or a date; null without one that can be read. */
function namedWaitMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
