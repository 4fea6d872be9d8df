import type { NamespaceRef } from '@app/contracts';
import { documentChangedLive } from '@app/contracts/documents';
import { Tx, addToOutbox, factRow } from '@app/persistence';
import { markDirty } from '../../group/dirty.store';
import { NamespaceInForce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { GatheredDocuments, WantedSets } from './gather';
import { lockGathered, markAnswers, raiseWanted } from './gather.store';

/** Related changes that concern documents by their id. */
export interface Gathered {
  /** By judgment. */
  documents: ReadonlyMap<string, GatheredDocuments>;
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
  { documents: gathered, changedAt, traceparent, cause = 'related' }: Gathered,
): Promise<void> {
  if (gathered.size === 0) return;
  const { namespaceId, inForce } = place;
  const ids = new Set([...gathered.values()].flatMap((documents) => [...documents.keys()]));
  const locked = await lockGathered(tx, namespaceId, [...ids]);
  const sets = new WantedSets();
  for (const [judgmentId, by] of gathered) {
    const judgment = inForce.byId.get(judgmentId);
    const documents = locked.flatMap((one) => (by.has(one.id) ? [{ ...one, staleBy: by.get(one.id) ?? null }] : []));
    await markDirty(tx, place, [judgmentId], [...by.keys()]);
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
