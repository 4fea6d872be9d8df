import type { JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import { fanoutInEffect } from '@app/definition';
import type { Tx } from '@app/persistence';
import { requestRecounts } from '../../group/build.store';
import { addDependentWalk } from '../../invalidation/fanout/dependent-walk.store';
import { readDependentsOf } from '../../namespace/snapshot/snapshot.store';
import { overlap } from './scope-overlap';

/**
 * When a change makes a name stand for another judgment, the answers of its readers there read stale, and a walk has them
 * judged again after the time for which a fan-out of the reader waits.
 * @param before null for a judgment that is new
 */
export async function walkDependents(
  tx: Tx,
  before: PublishedSnapshot | null,
  after: PublishedSnapshot,
): Promise<void> {
  if (!movesName(before, after)) return;
  const { organization, name } = after;
  for (const reader of await readDependentsOf(tx, organization, name)) {
    const scope = overlap(reader.scope, after.scope);
    if (scope === null) continue;
    const { debounce_ms: debounceMs } = fanoutInEffect(reader.fanout ?? {});
    await addDependentWalk(tx, { organization, judgment_id: reader.judgment_id, scope, debounceMs });
    await requestRecounts(tx, organization, { scope, name: reader.name }, 'judgments');
  }
}

/** A copy that a namespace has detached has the answers of its template, so its name goes on standing for the same. */
function movesName(before: PublishedSnapshot | null, after: PublishedSnapshot): boolean {
  if (after.kind === 'override' || after.copied) return false;
  return (before?.archived ?? true) !== after.archived;
}
