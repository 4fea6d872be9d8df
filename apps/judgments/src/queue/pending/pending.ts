import type { FeatureInputs, UnavailableReason } from '@app/definition';
import type { AnswerKey } from '../../answer/answer';
import type { Target } from '../../judgment/catalog/target';
import type { Earlier } from '../../question/observation';
import type { Seen } from '../../question/previous';

/** Identifies a row of the queue inside one namespace. */
export type PendingKey = AnswerKey & Target;

/** A wanted answer, to be queued. */
export interface Wanted extends AnswerKey {
  namespaceId: string;
  /** A version to judge before its activation; left out: whichever version is active. */
  targetVersion?: number | null;
  lane: number;
  debounceMs: number;
  maxWaitMs: number;
  /** The lowest version of the document that may be judged. */
  documentVersion: number;
  /** The wanted version that a reader expects an answer to have seen; 0 when no reader waits. */
  wantedVersion: number;
  /** 1 when something changed; 0 when only a reader asks. */
  changes: 0 | 1;
  traceparent: string | null;
  /** The backfill that wants it; left out when a writer or reader does. */
  job?: string | null;
  /** An answer from before this moment is asked again, even for the same context. */
  renewAt?: Date | null;
  /** Only an answer that exists is reinstated; no engine is asked. */
  needsNoEngine?: boolean;
}

/** The last record of an answer, as a claim reads it. */
export interface Head {
  version: number | null;
  contextHash: string | null;
  engineVersion: string | null;
  answerId: string | null;
  /** Why the last try brought no answer; null when it brought one. */
  failure: UnavailableReason | null;
  /** Hash of what the last answer read, `previous` left out; null when it is `contextHash`. */
  readHash: string | null;
  /** What its features read of the document; null for a definition without features. */
  featureInputs: FeatureInputs | null;
  /** The fit that combined its parts; null before a fit, and without parts. */
  combiner: string | null;
  seen: Seen;
}

/** A claimed row of the queue. */
export interface ClaimedRow extends PendingKey {
  lane: number;
  /** The lowest version of the document that may be judged; 0 for any. */
  documentVersion: number;
  /** The wanted version that a reader expects an answer to have seen; 0 when no reader waits. */
  wantedVersion: number;
  /** When its debounce ended, by the database's clock. */
  wantedAtMs: number;
  /** Changes since the row was queued; 0 when only readers want it. */
  changes: number;
  attempts: number;
  traceparent: string | null;
  /** The backfill that pays for it; null when a writer or reader wants it. */
  job: string | null;
  /** Other backfills that wait for it. */
  otherJobs: readonly string[];
  /** The rolling limit has counted it, so that a retry is not counted again. */
  isCounted: boolean;
  /** The engine is asked even when the context equals the one of the last answer. */
  isRenewed: boolean;
  /** The moment of `Wanted.renewAt` as the claim read it; left out when nothing asked again. */
  renewAtMs?: number;
  /** No engine is asked. */
  needsNoEngine: boolean;
  head: Head | null;
  /** What the last answer of the active version left; null without one. */
  earlier: Earlier | null;
}

/** Rows of one namespace that one process has leased. */
export interface Claim {
  id: string;
  namespaceId: string;
  organization: string;
  namespace: string;
  /** The organization's revision at the claim; definitions in memory must have it. */
  revision: number;
  /** The time of the claim by the database's clock, and by this process's. */
  nowMs: number;
  claimedAtMs: number;
  rows: ClaimedRow[];
}

/** Whether a row is for a version that is judged before its activation. */
export function isPreJudged({ targetVersion }: Target): boolean {
  return targetVersion !== null;
}
