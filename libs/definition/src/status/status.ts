export const statuses = ['fresh', 'stale', 'pending', 'unavailable'] as const;
export type Status = (typeof statuses)[number];

/** Reasons in the order of docs/contract.md#answers: an answer shows the first one that applies. */
export const staleReasons = [
  'judging_paused',
  'engine_unavailable',
  'fanout_deferred',
  'version_changed',
  'document_changed',
  'related_changed',
  'interval_elapsed',
] as const;
export type StaleReason = (typeof staleReasons)[number];

export const unavailableReasons = [
  'never_judged',
  'judging_paused',
  'engine_unavailable',
  'engine_bad_answer',
  'engine_no_signal',
  'engine_refused',
  'engine_rejected',
  'context_too_large',
  'judging_failed',
] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** Why the last attempt failed. */
export type Failure = Exclude<UnavailableReason, 'never_judged' | 'judging_paused'>;

/**
 * What invalidated an answer: `related` is a related document of its own, `fanout` one that many documents share. Of several
 * causes a row keeps the one that is first in this list.
 */
export const causes = ['document', 'related', 'fanout', 'interval'] as const;
export type Cause = (typeof causes)[number];

/** One answer in the read model of documents. */
export interface AnswerRow {
  /** Record number; 0 before the first answer. */
  record: number;
  /** Version of the judgment that answered; null before the first answer. */
  version: number | null;
  /** Version of the document that is wanted; greater than `seenVersion` while the answer is to be judged again. */
  wantedVersion: number;
  /** Version up to which the answer in force has seen the document. */
  seenVersion: number;
  /** Null reads as `document`. */
  cause: Cause | null;
  failure: Failure | null;
}

/** Facts about all answers of a judgment in a namespace, which can change without the answers. */
export interface JudgmentFacts {
  activeVersion: number;
  /** The budget pauses judging. */
  paused: boolean;
  /** The circuit of the judgment's engine is open. */
  circuitOpen: boolean;
  /** The judgment's fan-outs exceed their rolling limit. */
  deferred: boolean;
}

export interface StatusInput extends JudgmentFacts {
  /** Null when the judgment never wanted an answer for the document. */
  answer: AnswerRow | null;
  /** A change of a related document of its own has not yet reached the answer. */
  openGather: boolean;
  /** A fan-out has not yet reached the answer. */
  openSpread: boolean;
}

export interface AnswerStatus {
  status: Status;
  stale_reason: StaleReason | null;
  unavailable_reason: UnavailableReason | null;
}

/**
 * The status rule (docs/architecture.md#status). `@app/filter` has the same rule in SQL, and a property test compares both.
 * Policy and time are no inputs: an elapsed interval invalidates the answer with the cause `interval`.
 */
export function statusOf(input: StatusInput): AnswerStatus {
  const { answer } = input;
  if (answer === null || answer.record === 0) {
    const wanted = answer !== null && answer.wantedVersion > answer.seenVersion;
    if (wanted && !input.paused && answer.failure === null) {
      return { status: 'pending', stale_reason: null, unavailable_reason: null };
    }
    return { status: 'unavailable', stale_reason: null, unavailable_reason: whyUnavailable(answer, wanted, input) };
  }
  const current = answer.version === input.activeVersion;
  if (current && answer.seenVersion === answer.wantedVersion && !input.openGather && !input.openSpread) {
    return { status: 'fresh', stale_reason: null, unavailable_reason: null };
  }
  return { status: 'stale', stale_reason: whyStale(answer, current, input), unavailable_reason: null };
}

function whyUnavailable(answer: AnswerRow | null, wanted: boolean, facts: JudgmentFacts): UnavailableReason {
  // A pause keeps an answer from coming, whether a read has asked for it yet or not.
  if (facts.paused && (wanted || !answer?.failure)) return 'judging_paused';
  return answer?.failure ?? 'never_judged';
}

function whyStale(answer: AnswerRow, current: boolean, input: StatusInput): StaleReason {
  const cause = answer.wantedVersion > answer.seenVersion ? (answer.cause ?? 'document') : null;
  const spread = input.openSpread || cause === 'fanout';
  if (input.paused) return 'judging_paused';
  if (input.circuitOpen || answer.failure !== null) return 'engine_unavailable';
  if (input.deferred && spread) return 'fanout_deferred';
  if (!current) return 'version_changed';
  if (cause === 'document') return 'document_changed';
  return spread || input.openGather || cause === 'related' ? 'related_changed' : 'interval_elapsed';
}
