import { BackfillBody, BackfillResult } from '@app/contracts';
import { Definition, storedVersion } from '@app/definition';
import { Judgment } from '../definition/judgment';
import type { Chosen } from '../quote/stored.service';

export const backfillType = 'backfill';

/** What begins with a version: whatever has no answer of it that is fresh. */
export const missingOrStale: readonly string[] = ['missing', 'stale'];

/** A backfill as its job keeps it. */
export interface BackfillRequest {
  /** Says which backfill it is: the same one is not begun twice at a time. */
  key: string;
  judgment: string;
  name: string;
  filter: object | null;
  /** `missing`, `stale`, `failed`; left out: every document, also where nothing has changed. */
  only?: string[];
  /** A version that was not active when it began, as it stands with answers; its answers are kept beside (0033). */
  version?: number;
  /** What that version applies to. */
  appliesTo?: object | null;
  /** Brings the answers of a version back that became active; asks nothing. */
  isFree?: boolean;
  /** Of the activation that it follows: a version that was active in between is brought back from the beginning. */
  revision?: number;
}

/** Where a walk stands. */
export interface BackfillCursor {
  /** The namespace under way; of a prefix null between two. */
  namespace: string | null;
  /** The last namespace of a prefix that is through. */
  afterNamespace: string | null;
  /** The last id that was queued in it. */
  after: string | null;
  /** Documents queued so far. */
  queued: number;
  /** Everything is queued. */
  isQueued: boolean;
  /** The version that was judged ahead became active meanwhile: its answers are brought back. */
  isBack?: boolean;
  /** Namespaces of a prefix left out because their judging is paused. */
  paused: string[];
}

/** What became of a backfill's documents. */
export interface Tally {
  answered: number;
  /** Whose context was that of the answer before. */
  unchanged: number;
  failed: number;
  units: number;
  spentUsd: number;
  /** Nothing more may be asked: the next answer would pass its `max_usd`. */
  isStopped: boolean;
  /** In the queue, and of these under way. */
  waiting: number;
  claimed: number;
}

export function cursorAtStart(scope: string, isTemplate: boolean): BackfillCursor {
  const namespace = isTemplate ? null : scope;
  return { namespace, afterNamespace: null, after: null, queued: 0, isQueued: false, paused: [] };
}

/** The choices of a request; undefined for all. */
export function choiceOf({ only = 'missing' }: Pick<BackfillBody, 'only'>): string[] | undefined {
  return only === 'all' ? undefined : [only];
}

/** Documents that have no fresh answer of a version, wherever it is active or not. */
export function outdatedBy(
  judgment: Pick<Judgment, 'id' | 'copied'>,
  version: number,
  definition: Definition,
): Omit<Chosen, 'organization' | 'namespace'> {
  return {
    filter: definition.applies_to ?? null,
    judgment: judgment.id,
    only: [...missingOrStale],
    version: storedVersion(judgment.copied, version),
  };
}

const maxNamed = 100;

/** @param isWhole whether everything that was chosen is through, what went meanwhile included */
export function resultOf(
  { queued, paused }: BackfillCursor,
  tally: Tally,
  isWhole: boolean,
  { isFree }: Pick<BackfillRequest, 'isFree'>,
): BackfillResult {
  return {
    documents: isWhole ? queued : tally.answered + tally.unchanged + tally.failed,
    // What is brought back was asked before.
    answered: isFree ? tally.unchanged : tally.answered,
    failed: tally.failed,
    judgment_units: tally.units,
    cost_usd: Math.round(tally.spentUsd * 1e6) / 1e6,
    stopped_by: tally.isStopped ? 'max_usd' : null,
    paused: paused.slice(0, maxNamed),
  };
}
