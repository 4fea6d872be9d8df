import type { ContextKind } from '@app/contracts/calibration';
import type { ScoredLabel } from '@app/contracts/judgments';
import type { Definition } from '@app/definition';
import type { Label } from './label-context/label';
import type { RatedLabel } from './rated-label';

/** One row of a run, as it was started. */
export interface Scoring {
  run: string;
  alternative: string;
  organization: string;
  judgmentId: string;
  /** The version whose answers are labelled. */
  version: number;
  definition: Definition;
  contexts: ContextKind;
  /** Epoch that the answers must have; empty until the first answer of an engine that nobody has seen answer. */
  engineVersion: string;
  free: boolean;
  block: string | null;
  /** An engine answered in another epoch; its asks do not go on. */
  stopped: boolean;
  startedAt: Date;
}

/** A label of a row that is to be asked about. */
export interface ScoringAsk extends Label {
  alternative: string;
  /** What the quote counts for it. */
  units: number;
  atUnits: number;
  attempts: number;
}

/** Asks of one run and one engine that this process holds for a minute. */
export interface ScoringClaim {
  id: string;
  run: string;
  organization: string;
  engine: string;
  claimedAtMs: number;
  now: Date;
  rows: ReadonlyMap<string, Scoring>;
  asks: ScoringAsk[];
}

/** The result of a label, without what names it. */
export type Result = Omit<ScoredLabel, 'namespace' | 'document' | 'answer' | 'answered_at'>;

/** A claimed ask, ready to be put to its engine. */
export interface ReadyAsk {
  ask: ScoringAsk;
  scoring: Scoring;
  rated: RatedLabel;
  /** The namespace inherits the judgment, so the template's statistics count the ask too. */
  isInherited: boolean;
  /** What is charged: what it takes, but never more than the quote counted. */
  units: number;
}

/** An ask whose money is held. */
export type GrantedAsk = ReadyAsk & { reservedUsd: number };

/** An ask with what it came to: an answer, or why there is none. */
export interface Scored {
  claim: ScoringClaim;
  ask: ScoringAsk;
  /** Null when the label was skipped. */
  askId: string | null;
  isInherited: boolean;
  result: Result;
  /** The epoch in force of the row's engine when it was asked, as far as its copy tells; null while none is known. */
  inForce: string | null;
}

/** An ask that goes back to its queue. */
export interface Returned {
  ask: ScoringAsk;
  waitMs: number;
  /** Counts as a try. */
  isTried?: boolean;
  /** Waits for the budget of its namespace. */
  needsMoney?: boolean;
}
