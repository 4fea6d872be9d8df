import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { InForce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { lockOrganization } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { gatheredBy } from './gather';
import { invalidateGathered } from './gathering';
import { InboxNamespace, InboxRow, findNamespace, forgetChanges, lockInbox, readOldestChanges } from './inbox.store';
import { Waits, noWaits, spreadsOf, waitsOf } from './spread';
import { addSpreads } from './spread.store';

/** Related changes of one transaction. */
const batch = 1000;

/** Where related changes are moved on. */
interface Place {
  namespace: InboxNamespace;
  inForce: InForce;
}

/**
 * Moves related changes on: to the answers of documents that they name by id, and into walks over the documents that have
 * a key. All of it is one transaction with their deletion, so answers read stale without a gap.
 */
@Injectable()
export class DrainService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * Moves the oldest related changes of a namespace on.
   * @param wait for another process that does so; otherwise nothing is done then
   * @returns whether more are left
   */
  async drain(namespaceId: string, wait = false): Promise<boolean> {
    return this.database.transaction('documents.related', async (tx) => {
      const namespace = await findNamespace(tx, namespaceId);
      if (namespace !== null) await lockOrganization(tx, namespace.organization);
      if (!(await lockInbox(tx, namespaceId, wait))) return false;
      const changes = await readOldestChanges(tx, namespaceId, batch);
      if (changes.length === 0) return false;
      if (namespace !== null && !namespace.deleting) {
        await this.moveOn(tx, { namespace, inForce: await this.snapshots.readCurrent(namespace, tx) }, changes);
      }
      await forgetChanges(tx, namespaceId, changes);
      return changes.length === batch;
    });
  }

  private async moveOn(tx: Tx, place: Place, changes: readonly InboxRow[]): Promise<void> {
    const { inForce, namespace } = place;
    const hidden = new Set(inForce.hidden.map(({ judgmentId }) => judgmentId));
    const known = changes.filter(({ judgment_id: id }) => inForce.byId.has(id) || hidden.has(id));
    await gather(
      tx,
      place,
      known.filter(({ mine }) => mine === ''),
    );
    const waits = (judgmentId: string): Waits => {
      const judgment = inForce.byId.get(judgmentId);
      // Nobody is notified of these answers, so there is nothing to wait for.
      if (judgment === undefined || !isJudgedOnChange(judgment)) return noWaits;
      return waitsOf(judgment.fanout, namespace.fanout);
    };
    const spread = known.filter(({ mine }) => mine !== '');
    await addSpreads(tx, namespace.namespaceId, spreadsOf(spread, waits));
  }
}

/** Invalidates the answers of documents that changes name by their id. */
async function gather(tx: Tx, { namespace, inForce }: Place, changes: readonly InboxRow[]): Promise<void> {
  const documents = gatheredBy(changes);
  if (documents.size === 0) return;
  const changedAt = changes.reduce((last, { changed_at: at }) => (at > last ? at : last), changes[0].changed_at);
  const traceparent = changes.findLast((change) => change.traceparent !== null)?.traceparent;
  await invalidateGathered(tx, { namespaceId: namespace.namespaceId, inForce }, namespace, {
    documents,
    changedAt,
    traceparent,
  });
}
