import { CLOCK, DATABASE } from '@app/boot';
import { documentDeleted } from '@app/contracts/documents';
import type { Clock } from '@app/observability';
import { Database, Jobs, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockDocuments, readForWrite } from '../../document/document.store';
import { MembershipService } from '../../subscription/membership/membership.service';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { subscriptionsOf } from '../../subscription/lookup/subscription-index';
import { NamespaceErasure } from './namespace-erasure';
import { eraseDocuments, eraseRows, leftovers, readNextIds } from './namespace-erasure.store';

/** Documents of one transaction. */
const chunk = 1000;
/** Rows without a document that one statement deletes. */
const rowChunk = 10_000;

/** Erases what is stored in a namespace. */
@Injectable()
export class EraseService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly snapshots: Snapshots,
    private readonly members: MembershipService,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Erases documents in key order, then rows without a document. Each step finds what is left in the tables.
   * @returns whether nothing is left, or false when time was up before
   * @throws LeaseLost
   */
  async erase(deletion: NamespaceErasure, endsAtMs: number): Promise<boolean> {
    for (;;) {
      const ids = await readNextIds(this.database, deletion.namespaceId, chunk);
      if (ids.length === 0) break;
      await this.eraseChunk(deletion, ids);
      if (this.clock.now() >= endsAtMs) return false;
    }
    for (const table of leftovers) {
      while ((await eraseRows(this.database, table, deletion.namespaceId, rowChunk)) === rowChunk) {
        if (this.clock.now() >= endsAtMs) return false;
      }
    }
    return true;
  }

  private async eraseChunk(deletion: NamespaceErasure, ids: string[]): Promise<void> {
    const { job, organization, namespace, namespaceId } = deletion;
    await this.database.transaction('documents.namespace-delete', async (tx) => {
      await lockDocuments(tx, deletion, ids);
      await this.publishLeaving(tx, deletion, ids);
      const documents = await eraseDocuments(tx, namespaceId, ids);
      const done = Number(job.done) + documents.length;
      deletion.job = await this.jobs.advance(job, { done, total: Math.max(Number(job.total), done) }, tx);
      if (documents.length > 0) {
        await addToOutbox(tx, [factRow(documentDeleted, { organization, namespace, documents })]);
      }
    });
  }

  /** Publishes that documents leave the subscriptions of prefixes, as the deletion of single documents does. */
  private async publishLeaving(tx: Tx, deletion: NamespaceErasure, ids: string[]): Promise<void> {
    const inForce = await this.snapshots.readCurrent(deletion, tx);
    const subscriptions = subscriptionsOf(inForce).all;
    if (subscriptions.length === 0) return;
    const { documents } = await readForWrite(tx, deletion, ids);
    const place = { namespaceId: deletion.namespaceId, inForce };
    await this.members.setQuietly(tx, place, ids, subscriptions);
    await this.members.publish(tx, place, await this.members.readLeaving(tx, place, [...documents.values()]));
  }
}
