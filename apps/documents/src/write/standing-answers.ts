import type { Queryable } from '@app/persistence';
import { Comparison, comparisonOf, standsFor } from '../answer/staleness/standing-contexts';
import { withStanding } from './change';
import { Computed } from './computed';
import { readFreshAnswers } from './fresh-answers.store';

/** Bytes of documents that are compared for one statement, each counted once for each judgment. */
const maxComparedBytes = 256 * 1024;

/**
 * Leaves alone, in computed writes of one namespace, the fresh answers whose judgments would read the same text again: what
 * differs lies behind what the context has room for. The commit then moves no row of theirs and publishes no fact.
 *
 * An answer that is missing, wanted, failed or of another version is invalidated as any change of a read path does, so that
 * it is tried again. One that becomes so before the commit was not touched by a write that came first.
 * @param from reads the answers, when any context may be the same
 */
export async function leaveStandingOut(from: Queryable, all: readonly Computed[], nowMs: number): Promise<Computed[]> {
  const compared = comparisonsOf(all, nowMs);
  const comparisons = compared.flat();
  const namespaceId = all[0]?.before.namespaceId ?? null;
  if (namespaceId === null || comparisons.length === 0) return [...all];
  const isFresh = await readFreshAnswers(from, namespaceId, comparisons);
  return all.map((computed, index) => {
    const standing = new Map<string, ReadonlySet<string>>();
    for (const comparison of compared[index]) {
      const ids = comparison.judgments
        .filter((judgment) => isFresh(comparison.id, judgment) && standsFor(comparison, judgment, nowMs))
        .map(({ judgmentId }) => judgmentId);
      if (ids.length > 0) standing.set(comparison.id, new Set(ids));
    }
    const { change, applied, inForce } = computed;
    if (change === null || standing.size === 0) return computed;
    return { ...computed, change: withStanding(change, applied.drafts, inForce, nowMs, standing) };
  });
}

/** The same of one write. */
export async function readWithoutStandingAnswers(from: Queryable, one: Computed, nowMs: number): Promise<Computed> {
  const [left] = await leaveStandingOut(from, [one], nowMs);
  return left;
}

/** Of each write. What is past the bound is not compared. */
function comparisonsOf(all: readonly Computed[], nowMs: number): Comparison[][] {
  let bytes = 0;
  return all.map(({ change, applied, inForce }) => {
    if (change === null || change.invalidated.length === 0) return [];
    const drafts = new Map(applied.drafts.map((draft) => [draft.id, draft]));
    return change.documents.flatMap(({ id, kind, content, invalidated }) => {
      if (kind !== 'update' || content === null || invalidated === null) return [];
      const set = change.invalidated[invalidated];
      bytes += content.bytes * (set.judge.length + set.invalidate.length);
      if (bytes > maxComparedBytes) return [];
      return comparisonOf(drafts.get(id)!, set, inForce, content.bytes, nowMs) ?? [];
    });
  });
}
