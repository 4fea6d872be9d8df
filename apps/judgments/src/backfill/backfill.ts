import { NamespaceRef } from '@app/contracts';
import { BackfillBody, BackfillResult } from '@app/contracts/judgments';
import { Definition, storedVersion } from '@app/definition';
import { Judgment } from '../judgment/definition/judgment';
import type { Selection } from '../quote/stored-documents';

export const backfillType = 'backfill';

/** Documents without a fresh answer: what a backfill judges that begins with a change. */
export const missingOrStale: readonly string[] = ['missing', 'stale'];

/** What a backfill judges. The row of its job holds it under these names. */
export interface BackfillRequest {
  /** Digest of everything below and of `max_usd`: a request for a backfill that is under way returns that one. */
  key: string;
  judgment: string;
  name: string;
  filter: object | null;
  /** `missing`, `stale`, `failed`; left out: every document, even where nothing has changed. */
  only?: string[];
  /** A version that was not active when the backfill began, by its stored number; it is judged beside the active one. */
  version?: number;
  /** What that version applies to. */
  appliesTo?: object | null;
  /** Reinstates the answers of a version that became active; asks no engine. */
  isFree?: boolean;
  /** Revision of the activation that it follows: after another version was active in between, it begins anew. */
  revision?: number;
}

/** A backfill of a version that is not active, or was not when it began. */
export type VersionRequest = Omit<BackfillRequest, 'key'> & { version: number };

/** Where a walk stands. The row of its job holds it under these names. */
export interface BackfillCursor {
  /** The namespace under way; null between two namespaces of a prefix. */
  namespace: string | null;
  /** The last namespace of a prefix that is done. */
  afterNamespace: string | null;
  /** The last id that was queued in the namespace. */
  after: string | null;
  /** Documents queued so far. */
  queued: number;
  /** Every document is queued. */
  isQueued: boolean;
  /** The pre-judged version became active meanwhile: the walk reinstates its answers. */
  isBack?: boolean;
  /** Namespaces of a prefix that were left out because their judging was paused. */
  paused: string[];
}

/** What became of a backfill's documents. */
export interface Tally {
  answered: number;
  /** The context was that of an earlier answer. */
  unchanged: number;
  failed: number;
  units: number;
  tokens: number;
  spentUsd: number;
  /** The next answer would pass `max_usd`, so no engine is asked any more. */
  isStopped: boolean;
  /** Rows in the queue, and how many of them are claimed. */
  waiting: number;
  claimed: number;
}

export function cursorAtStart(scope: string, isTemplate: boolean): BackfillCursor {
  const namespace = isTemplate ? null : scope;
  return { namespace, afterNamespace: null, after: null, queued: 0, isQueued: false, paused: [] };
}

/** The choices of a request; undefined for all documents. */
export function choiceOf({ only = 'missing' }: Pick<BackfillBody, 'only'>): string[] | undefined {
  return only === 'all' ? undefined : [only];
}

/** Selects the documents without a fresh answer of a version, active or not. */
export function outdatedBy(
  judgment: Pick<Judgment, 'id' | 'copied'>,
  version: number,
  definition: Definition,
): Omit<Selection, keyof NamespaceRef> {
  return {
    filter: definition.applies_to ?? null,
    judgment: judgment.id,
    only: [...missingOrStale],
    version: storedVersion(judgment.copied, version),
  };
}

const maxPausedNames = 100;

/** @param isWhole every selected document is done, those deleted meanwhile included */
export function resultOf(
  { queued, paused }: BackfillCursor,
  tally: Tally,
  isWhole: boolean,
  { isFree, name }: Pick<BackfillRequest, 'isFree' | 'name'>,
): BackfillResult {
  const spent = { judgment_units: tally.units, cost_usd: Math.round(tally.spentUsd * 1e6) / 1e6 };
  return {
    documents: isWhole ? queued : tally.answered + tally.unchanged + tally.failed,
    // A reinstated answer counts as unchanged: its context is that of an earlier answer.
    answered: isFree ? tally.unchanged : tally.answered,
    failed: tally.failed,
    ...spent,
    usage: { ...spent, tokens: tally.tokens, by_judgment: tally.units === 0 ? {} : { [name]: tally.units } },
    stopped_by: tally.isStopped ? 'max_usd' : null,
    paused: paused.slice(0, maxPausedNames),
  };
}
