import type { FetchedDocument } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import type { EngineRef, UnavailableReason } from '@app/definition';
import { AnswerRow, roundsOf } from '../answer/answer';
import { EffectiveJudgment, storedActive } from '../judgment/definition/judgment';
import type { Claim, ClaimedRow } from '../queue/pending/pending';
import type { JudgedAnswer } from '../question/answer';
import type { Observation } from '../question/observation';
import { readsRelated } from '../document/related-reads';

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
  /** Every related change that was stamped before this moment was read; null without relations. RFC 3339. */
  watermark: string | null;
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
  /** Rounds of questions that a choice among related documents took; null for others. */
  rounds: number | null;
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
  entry: Entry;
  kind: Outcome['kind'];
  namespaceId: string;
  answer: RecordedAnswer;
  isPreJudged: boolean;
  tokens: number;
  costUsd: number;
  /** Time from the first change that made the answer stale to its record, in milliseconds. */
  lagMs: number;
}

export function outcomeBase(
  row: ClaimedRow,
  judgment: EffectiveJudgment,
  document: Pick<FetchedDocument, 'version'>,
  seenVersion: number,
  watermark: string | null = null,
): OutcomeBase {
  return {
    row,
    judgmentName: judgment.name,
    version: storedActive(judgment),
    isInherited: judgment.template !== null,
    documentVersion: document.version,
    seenVersion,
    watermark: readsRelated(judgment.definition) ? watermark : null,
    engine: judgment.definition.engine,
  };
}

export type RawMembers = Pick<RecordedAnswer, 'number' | 'value' | 'escape_p' | 'dist' | 'normalized' | 'rounds'>;

/** The raw members of an outcome; all null without an answer. */
export function rawMembers(outcome: Answered | null): RawMembers {
  const none = { number: null, value: null, escape_p: null, dist: null, normalized: null };
  if (outcome === null) return none;
  const { p, score, value, escape_p, dist, normalized } = outcome.answer;
  if (outcome.type === 'bool') return { ...none, number: p };
  if (outcome.type === 'choice') return { ...none, value, escape_p, dist, ...roundsOf(outcome) };
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
