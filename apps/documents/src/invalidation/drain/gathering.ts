import type { NamespaceRef } from '@app/contracts';
import { documentChangedLive } from '@app/contracts/documents';
import { Tx, addToOutbox, factRow } from '@app/persistence';
import { markDirty } from '../../group/dirty.store';
import { NamespaceInForce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { WantedSets } from './gather';
import { lockGathered, markAnswers, raiseWanted } from './gather.store';

/** Related changes that concern documents by their id. */
export interface Gathered {
  /** The ids by judgment, each once. */
  ids: ReadonlyMap<string, readonly string[]>;
  changedAt: Date;
  traceparent?: string | null;
  /** Why judgments judges them: `related` waits for more changes. */
  cause?: 'related' | 'upstream';
}

/** Invalidates the answers of documents that related changes concern by their id, and notifies judgments of them. */
export async function invalidateGathered(
  tx: Tx,
  place: NamespaceInForce,
  { organization, namespace }: NamespaceRef,
  { ids, changedAt, traceparent, cause = 'related' }: Gathered,
): Promise<void> {
  if (ids.size === 0) return;
  const { namespaceId, inForce } = place;
  const locked = await lockGathered(tx, namespaceId, [...new Set([...ids.values()].flat())]);
  const sets = new WantedSets();
  for (const [judgmentId, wanted] of ids) {
    const judgment = inForce.byId.get(judgmentId);
    const names = new Set(wanted);
    const documents = locked.filter(({ id }) => names.has(id));
    await markDirty(tx, place, [judgmentId], [...names]);
    if (judgment === undefined || !isJudgedOnChange(judgment)) {
      await markAnswers(tx, namespaceId, judgmentId, documents, changedAt);
      continue;
    }
    sets.add(judgmentId, await raiseWanted(tx, place, judgment, documents, changedAt));
  }
  const fact = sets.fact(new Map(locked.map(({ id, wanted }) => [id, wanted])));
  if (fact === null) return;
  const about = { organization, namespace, cause, changed_at: changedAt.toISOString() };
  await addToOutbox(tx, [factRow(documentChangedLive, { ...about, ...fact }, traceparent ?? undefined)]);
}
