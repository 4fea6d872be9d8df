import type { FetchedDocument, RecordedAnswer } from '@app/contracts';
import type { EngineRef, UnavailableReason } from '@app/definition';
import type { AnswerRow } from '../answer/answer';
import { EffectiveJudgment, storedActive } from '../definition/judgment';
import type { Claim, ClaimedRow } from '../pending/pending';
import type { JudgedAnswer } from '../question/answer';
import type { Observation } from '../question/observation';

/** What every outcome of a claimed row says. */
export interface OutcomeBase {
  row: ClaimedRow;
  judgmentName: string;
  /** The version that was judged, by the number under which its answers are stored. */
  version: number;
  /** The namespace inherits the judgment, so the template's statistics count the answer too. */
  isInherited: boolean;
  documentVersion: number;
  /** The wanted version that was read with the document. */
  seenVersion: number;
  engine: EngineRef;
}

/** The compiled context did not change: the answer before stands. */
export interface Same extends OutcomeBase {
  kind: 'same';
  engineVersion: string | null;
}

/** An answer of record of this version read the same context: it is reinstated, and no engine is asked. */
export interface Reinstated extends OutcomeBase {
  kind: 'reinstated';
  stored: AnswerRow;
  observation: Observation;
}

/**
 * An answer of record read the same context, but a feature has moved or another fit combines its parts: a new answer with
 * the numbers that the engine gave then. No engine is asked, and nothing is billed.
 */
export interface Remade extends OutcomeBase {
  kind: 'remade';
  stored: AnswerRow;
  observation: Observation;
  /** Raw `p` of the new answer. */
  number: number | null;
  /** The fit that combined the parts; null before a fit, and without parts. */
  combiner: string | null;
}

/** There is no answer now. */
export interface Failed extends OutcomeBase {
  kind: 'failed';
  failure: UnavailableReason;
  /** Milliseconds until the next try; null when it would fail again. */
  retryMs: number | null;
}

/** The engine answered. */
export interface Answered extends OutcomeBase, JudgedAnswer {
  kind: 'answered';
  observation: Observation;
  type: 'bool' | 'choice' | 'score';
  engineVersion: string;
  contextHash: string;
  /** Hash of the context without `previous`; equal reads are asked once. */
  readHash: string;
  contextText: string;
  /** Ids of the images that the context names. */
  contextImages: string[];
  contextTokens: number;
  format: number;
  truncated: boolean;
  /** Its share of the ask's judgment units, tokens and price. */
  units: number;
  tokens: number;
  costUsd: number;
}

export type Outcome = Same | Reinstated | Remade | Failed | Answered;

/** What is recorded together, as one fact: the outcomes of an ask, or those for which no engine was asked. */
export interface Entry {
  claim: Claim;
  askId: string | null;
  outcomes: Outcome[];
}

/** An outcome that was recorded. */
export interface Recorded {
  namespaceId: string;
  answer: RecordedAnswer;
  isPreJudged: boolean;
  tokens: number;
  costUsd: number;
}

const firstRetryMs = 5_000;
const maxRetryMs = 600_000;
/** Failures that every further try would repeat: the engine refuses again, and the context stays too large. */
const final = new Set(['engine_refused', 'context_too_large']);
/** A gateway in front of an engine may reject what the engine accepts, so the fifth rejection in a row is final. */
const maxRejections = 5;

export function outcomeBase(
  row: ClaimedRow,
  judgment: EffectiveJudgment,
  document: Pick<FetchedDocument, 'version'>,
  seenVersion: number,
): OutcomeBase {
  return {
    row,
    judgmentName: judgment.name,
    version: storedActive(judgment),
    isInherited: judgment.template !== null,
    documentVersion: document.version,
    seenVersion,
    engine: judgment.definition.engine,
  };
}

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

export type RawMembers = Pick<RecordedAnswer, 'number' | 'value' | 'escape_p' | 'dist' | 'normalized'>;

/** The raw members of an outcome; all null without an answer. */
export function rawMembers(outcome: Answered | null): RawMembers {
  const none = { number: null, value: null, escape_p: null, dist: null, normalized: null };
  if (outcome === null) return none;
  const { p, score, value, escape_p, dist, normalized } = outcome.answer;
  if (outcome.type === 'bool') return { ...none, number: p };
  if (outcome.type === 'choice') return { ...none, value, escape_p, dist };
  return { ...none, number: score, value, dist, normalized };
}

/** Units by judgment. An ask may name a judgment twice: its active version, and one that is judged before activation. */
export function unitsByJudgment(shares: readonly { judgmentId: string; units: number }[]): Record<string, number> {
  const byJudgment: Record<string, number> = {};
  for (const { judgmentId, units } of shares) {
    if (units > 0) byJudgment[judgmentId] = (byJudgment[judgmentId] ?? 0) + units;
  }
  return byJudgment;
}
