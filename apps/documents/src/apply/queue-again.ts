import type { NamespaceRef } from '@app/contracts';
import { Tx, addToOutbox } from '@app/persistence';
import { waitingFacts } from '../invalidation/waiting/waiting-facts';
import { beginWaiting } from '../invalidation/waiting/waiting-walk.store';
import { NamespaceInForce, isJudgedOnChange } from '../namespace/snapshot/in-force';
import type { Dequeued } from './dequeue.store';

/**
 * Has answers queued again that left the queue without an outcome although a change of their documents still waits: their
 * row was of a backfill that has ended or of a reader who was refused, and their judgment is judged by itself. The caller
 * holds the locks of the documents.
 */
export async function queueAgain(
  tx: Tx,
  place: NamespaceInForce,
  ref: NamespaceRef,
  dequeued: readonly Dequeued[],
): Promise<void> {
  const ids = new Map<string, string[]>();
  for (const { document, judgment, at, on_change: isAutomatic } of dequeued) {
    if (!isAutomatic) continue;
    const key = `${judgment}\n${at}`;
    ids.set(key, [...(ids.get(key) ?? []), document]);
  }
  for (const [key, documents] of ids) {
    const [judgmentId, at] = key.split('\n');
    const judgment = place.inForce.byId.get(judgmentId);
    if (judgment === undefined || !isJudgedOnChange(judgment)) continue;
    // What was invalidated in the same millisecond may be told twice; the queue keeps one row.
    const which = { before: new Date(Date.parse(at) + 1), leftQueue: true };
    const waiting = await beginWaiting(tx, place, judgment, documents, which);
    await addToOutbox(tx, waitingFacts(ref, judgmentId, waiting, which.before));
  }
}
