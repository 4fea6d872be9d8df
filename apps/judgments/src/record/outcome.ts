import type { EngineAnswer, RecordedAnswer } from '@app/contracts';
import type { EngineRef, UnavailableReason } from '@app/definition';
import type { AnswerRow } from '../answer/answer';
import type { Claim, ClaimedRow } from '../pending/pending';

interface Common {
  row: ClaimedRow;
  judgmentId: string;
  /** Of a version that is not active: kept for its activation and told to nobody until then. */
  isAhead: boolean;
  judgmentName: string;
  /** Version of the judgment, as it stands with answers. */
  version: number;
  /** The namespace inherits the judgment: the template's figures count the answer too. */
  template: boolean;
  documentVersion: number;
  /** The `wanted` that was read with the document. */
  seen: number;
  engine: EngineRef;
}

/** The compiled context did not change: the answer before stands. */
export interface Same extends Common {
  kind: 'same';
  engineVersion: string | null;
}

/** An answer of record of this version read the same: it stands again, and nothing is asked. */
export interface Restored extends Common {
  kind: 'restored';
  stored: AnswerRow;
}

/** There is no answer now. */
export interface Failed extends Common {
  kind: 'failed';
  failure: UnavailableReason;
  /** When it is tried again, in milliseconds from now; null when it would fail again. */
  retryMs: number | null;
}

/** The engine answered. */
export interface Answered extends Common {
  kind: 'answered';
  answer: EngineAnswer;
  type: 'bool' | 'choice' | 'score';
  engineVersion: string;
  contextHash: string;
  contextText: string;
  /** Ids of the pictures it names. */
  contextImages: string[];
  contextTokens: number;
  format: number;
  truncated: boolean;
  /** Its share of the ask's judgment units, tokens and price. */
  units: number;
  tokens: number;
  costUsd: number;
}

export type Outcome = Same | Restored | Failed | Answered;

/** What is recorded together, as one fact: the outcomes of an ask, or those for which nothing was asked. */
export interface Entry {
  claim: Claim;
  askId: string | null;
  outcomes: Outcome[];
}

/** An outcome as it stands in the database. */
export interface Recorded {
  namespaceId: string;
  answer: RecordedAnswer;
  judgmentName: string;
  isAhead: boolean;
  tokens: number;
  costUsd: number;
}

const firstRetryMs = 5_000;
const longestRetryMs = 600_000;
/** Tried again, the engine would refuse the same again, and the context would be too large again. */
const final = new Set(['engine_refused', 'context_too_large']);
/** A gateway before the engine may reject what the engine takes, so a rejection is believed at the fifth time. */
const rejectionsBelieved = 5;

/**
 * Tries before this one that count with its failure. Rejections are counted by themselves: after an engine was away for
 * an hour, the first page of a gateway that comes back is no reason to ask never again.
 */
export function triesBefore(
  failure: UnavailableReason,
  { attempts, head }: Pick<ClaimedRow, 'attempts' | 'head'>,
): number {
  return failure === 'engine_rejected' && head?.failure !== 'engine_rejected' ? 0 : attempts;
}

/** When a failed question is asked again; null for what asking again cannot mend. */
export function retryAfterFailure(
  failure: UnavailableReason,
  row: Pick<ClaimedRow, 'attempts' | 'head'>,
): number | null {
  const attempts = triesBefore(failure, row);
  const isFinal = final.has(failure) || (failure === 'engine_rejected' && attempts + 1 >= rejectionsBelieved);
  return isFinal ? null : Math.min(longestRetryMs, firstRetryMs * 2 ** attempts);
}

/** The raw members that documents folds. */
export function rawMembers(
  outcome: Answered,
): Pick<RecordedAnswer, 'number' | 'value' | 'escape_p' | 'dist' | 'normalized'> {
  const { p, score, value, escape_p, dist, normalized } = outcome.answer;
  if (outcome.type === 'bool') return { number: p, value: null, escape_p: null, dist: null, normalized: null };
  if (outcome.type === 'choice') return { number: null, value, escape_p, dist, normalized: null };
  return { number: score, value, escape_p: null, dist, normalized };
}

/** Units by judgment; a judgment may be asked twice in one request, by its active version and ahead by another. */
export function unitsByJudgment(shares: readonly (readonly [string, number])[]): Record<string, number> {
  const byJudgment: Record<string, number> = {};
  for (const [id, units] of shares) if (units > 0) byJudgment[id] = (byJudgment[id] ?? 0) + units;
  return byJudgment;
}
