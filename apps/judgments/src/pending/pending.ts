import type { UnavailableReason } from '@app/definition';
/** A wanted answer, to be queued. */
export interface Wanted {
  namespaceId: string;
  document: string;
  judgmentId: string;
  lane: number;
  debounceMs: number;
  maxWaitMs: number;
  /** The document's version that is to be judged at least. */
  version: number;
  /** A reader asked: 0 touches, and answered once it has been judged at this `wanted`. */
  wanted: number;
  touches: 0 | 1;
  traceparent: string | null;
  /** The backfill that wants it and nobody else; left out: the writer or reader of the document. */
  job?: string | null;
  /** An answer from before is asked anew, also for the same context. */
  renewAt?: Date | null;
  /** Only what costs nothing: an answer that stands is brought back, and no engine is asked. */
  isFree?: boolean;
}

/** Identifies an answer inside one namespace. */
export interface AnswerKey {
  document: string;
  /** Or the queue's key of a version that is judged ahead. */
  judgmentId: string;
}

/** What was recorded last of an answer, as a claim reads it. */
export interface Head {
  version: number | null;
  contextHash: string | null;
  engineVersion: string | null;
  answerId: string | null;
  /** Why the last try brought no answer; null when it brought one. */
  failure: UnavailableReason | null;
}

/** A claimed row of the queue. */
export interface ClaimedRow extends AnswerKey {
  lane: number;
  touches: number;
  attempts: number;
  traceparent: string | null;
  /** The backfill that alone wants it. */
  job: string | null;
  /** The engine is asked also when the context is that of the last answer. */
  isRenewed: boolean;
  /** No engine is asked. */
  isFree: boolean;
  head: Head | null;
}

/** The rows of one namespace that one claim holds. */
export interface Claim {
  id: string;
  namespaceId: string;
  organization: string;
  namespace: string;
  /** The organization's revision, so that definitions in memory are those in force. */
  revision: number;
  /** The database's time of the claim, and this process's. */
  nowMs: number;
  claimedAtMs: number;
  rows: ClaimedRow[];
}

export function keyOf(namespaceId: string, { document, judgmentId }: AnswerKey): string {
  return `${namespaceId}\n${judgmentId}\n${document}`;
}
