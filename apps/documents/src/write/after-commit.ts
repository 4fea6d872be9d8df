import type { Tx } from '@app/persistence';
import type { RelatedSignal } from '../invalidation/relation/related-signal';
import { Change, deletes, notifies, notifiesOfScopes } from './change';

/** Wakes, once a change is committed, the relay for its facts, and the walk of related changes for those that it left. */
export function wakeAfterCommit(
  change: Change,
  tx: Pick<Tx, 'wakeRelay' | 'afterCommit'>,
  namespaceId: string,
  signal: RelatedSignal,
): void {
  if (notifies(change) || notifiesOfScopes(change) || deletes(change)) tx.wakeRelay();
  if (change.related.length > 0) tx.afterCommit(() => signal.changed(namespaceId));
}
