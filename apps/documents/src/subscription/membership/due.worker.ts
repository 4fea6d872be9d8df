import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockOrganization } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { CompiledSubscription } from '../lookup/compiled-subscription';
import { subscriptionsOf } from '../lookup/subscription-index';
import { DueGroup, DueRow, findDue, lockFreeDocuments, readDue } from './due.store';
import { MembershipService } from './membership.service';
import { changeMembers } from './membership.store';

const batch = 500;

/** Evaluates memberships when they are due: at the end of `min_hold`, and when a bound of `within` passes. */
@Injectable()
export class DueWorker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly snapshots: Snapshots,
    private readonly members: MembershipService,
  ) {}

  /** Evaluates one batch of due memberships. @returns whether there may be more */
  async turn(): Promise<boolean> {
    let done = 0;
    for (const group of await findDue(this.database, batch)) {
      done += await this.database.transaction('documents.due', (tx) => this.evaluate(tx, group));
    }
    return done > 0;
  }

  private async evaluate(tx: Tx, group: DueGroup): Promise<number> {
    const { organization, namespaceId } = group;
    await lockOrganization(tx, organization);
    const ids = await lockFreeDocuments(tx, namespaceId, group.documents);
    const due = await readDue(tx, namespaceId, ids);
    if (due.length === 0) return 0;
    const inForce = await this.snapshots.readCurrent(group, tx);
    const concerns = new Map<string, CompiledSubscription[]>();
    const orphans: DueRow[] = [];
    for (const row of due) {
      const subscription = subscriptionsOf(inForce).find(row.subscription_id);
      if (subscription) concerns.set(row.document_id, [...(concerns.get(row.document_id) ?? []), subscription]);
      else orphans.push(row);
    }
    const place = { namespaceId, inForce };
    await this.members.move(tx, place, [...concerns.keys()], ({ id }) => concerns.get(id) ?? [], {
      cause: 'time',
      quiet: (subscription) => subscription.quiet,
      nowMs: due[0].nowMs,
    });
    // Their subscription is not in force any more.
    const deleted = orphans.map(({ subscription_id: subscriptionId, document_id: documentId }) => ({
      subscriptionId,
      documentId,
      row: null,
    }));
    await changeMembers(tx, namespaceId, deleted);
    return due.length;
  }
}
