import { isDeleted } from '../document/draft';
import { ReadForWrite } from '../document/document.store';
import { AppliedOperations } from '../document/operations';
import type { Growth } from '../namespace/metering/plan-quota';
import { RuleMatch } from './outcome-rule/outcome-rule';
import { InForce } from '../namespace/snapshot/in-force';
import { CompiledSubscription } from '../subscription/lookup/compiled-subscription';
import { subscriptionsOf } from '../subscription/lookup/subscription-index';
import { Change } from './change';
import { Committed } from './commit.store';

/** The subscriptions that a write may move the document into or out of, by document id. */
export type Concerns = ReadonlyMap<string, readonly CompiledSubscription[]>;

/** What a write changes, computed from what it read. */
export interface Computed {
  before: ReadForWrite;
  inForce: InForce;
  applied: AppliedOperations;
  /** Null when the write changes nothing. */
  change: Change | null;
  /** The condition read answers, which change without their document's version. */
  readsAnswers: boolean;
  ruleMatches: RuleMatch[];
  concerns: Concerns;
}

/** Answers and memberships change without their document's version, so what depends on them is read under the locks. */
export function needsLocks({ readsAnswers, ruleMatches, inForce, applied, concerns }: Computed): boolean {
  if (readsAnswers || ruleMatches.length > 0) return true;
  if (subscriptionsOf(inForce).all.length === 0) return false;
  return applied.drafts.some(isDeleted) || concerns.size > 0;
}

export function growthOf({ growth }: Change, { before }: Computed): Growth {
  return { ...growth, namespaces: before.namespaceId === null ? 1 : 0 };
}

/**
 * JSON text of the reply to a write.
 * @param change and what its commit made; both null when the write changed nothing
 */
export function replyOf(
  { drafts, counts }: AppliedOperations,
  change: Change | null,
  committed: Pick<Committed, 'versions'> | null,
): string {
  const versions = new Map(change?.documents.map(({ id }, index) => [id, committed?.versions[index]]) ?? []);
  const documents = drafts
    .filter(({ after }) => after !== null)
    .map(({ id, before }) => ({ id, version: versions.get(id) ?? before?.version }));
  return JSON.stringify({ ...counts, documents });
}
