import { BUS, CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { Applied, NamespaceDeleted, documentDeleted, namespaceDeleted } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database, Effects, JobRow, Jobs, Tx, addToOutbox, jobView, killPoint, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { bumpRevision, lockAlone } from '../column/column.store';
import { Columns } from '../column/columns.service';
import { lockForWrite, readForWrite } from '../document/write.store';
import { MembershipService } from '../subscription/membership.service';
import { DeletionRequest, deletionType } from './deletion';
import { eraseDocuments, eraseRows, eraseSubscriptions, leftovers, nextIds } from './deletion.store';
import { findNamespace, markDeleting } from './namespace.store';

const chunk = 1000;
const rowChunk = 10_000;
const announceMs = 10_000;
/** How long a worker goes on with one job before another has its turn. */
const stretchMs = 5_000;

/** A deletion under way: its job as it is now, and its namespace. */
interface Deletion {
  job: JobRow;
  organization: string;
  namespace: string;
  namespaceId: string;
}

/** Deletes a namespace: marks it, erases it in chunks, and waits until every service with copies has erased its own. */
@Injectable()
export class DeletionService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly columns: Columns,
    private readonly members: MembershipService,
    private readonly jobs: Jobs,
  ) {}

  async begin(name: string, call: Call): Promise<{ status: number; body: string }> {
    const { organization } = call.who;
    const outcome = await this.effects.once('documents.namespace-delete-begin', call, async (tx) => {
      // Locked alone, so that every write that begins later sees the mark.
      await lockAlone(tx, organization);
      const row = await findNamespace(tx, organization, name, true);
      if (!row) throw new Problem('not_found', `There is no namespace \`${name}\`.`);
      if (row.deleting)
        throw new Problem('conflict', 'The namespace is being deleted already.', { reason: 'deleting' });
      await markDeleting(tx, row.id);
      // Its own subscriptions end with it and raise no events; those of prefixes raise `exited` for its documents.
      if ((await eraseSubscriptions(tx, organization, name)) > 0) await bumpRevision(tx, organization);
      const { rows } = await tx.query<{ n: string }>(
        'select coalesce(sum(documents), 0) as n from namespace_counter where namespace_id = $1',
        [row.id],
      );
      const request: DeletionRequest = { namespace_id: row.id };
      const job = await this.jobs.add(tx, {
        organization,
        type: deletionType,
        namespace: name,
        request,
        total: Number(rows[0].n),
      });
      return { status: 202, body: JSON.stringify(jobView(job)) };
    });
    await killPoint('documents.namespace-delete.begun');
    return outcome;
  }

  /** Works for a while on a claimed job; each step finds what is left in the tables. @throws LeaseLost */
  async work(job: JobRow): Promise<void> {
    const { namespace_id: namespaceId } = job.request as DeletionRequest;
    const deletion = { job, organization: job.organization, namespace: job.namespace!, namespaceId };
    if (!(await this.erase(deletion, this.clock.now() + stretchMs))) return this.jobs.release(job);
    await killPoint('documents.namespace-delete.erased');
    const { organization, namespace } = deletion;
    const row = await findNamespace(this.database, organization, namespace);
    const fact: NamespaceDeleted = { organization, namespace, revision: Number(row?.revision ?? 0) };
    const { unacknowledged } = await replicate<NamespaceDeleted, Applied>(
      this.bus.requester,
      namespaceDeleted,
      fact,
      Call.within(announceMs),
    );
    if (unacknowledged.length > 0) return this.jobs.rest(job);
    await killPoint('documents.namespace-delete.announced');
    await this.end(deletion, fact);
  }

  /** @returns whether nothing is left, or false when time was up before */
  private async erase(deletion: Deletion, endsAtMs: number): Promise<boolean> {
    for (;;) {
      const ids = await nextIds(this.database, deletion.namespaceId, chunk);
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

  private async eraseChunk(deletion: Deletion, ids: string[]): Promise<void> {
    const { job, organization, namespace, namespaceId } = deletion;
    await this.database.transaction('documents.namespace-delete', async (tx) => {
      await lockForWrite(tx, organization, namespace, ids);
      await this.tellLeaving(tx, deletion, ids);
      const documents = await eraseDocuments(tx, namespaceId, ids);
      const done = Number(job.done) + documents.length;
      deletion.job = await this.jobs.advance(job, { done, total: Math.max(Number(job.total), done) }, tx);
      if (documents.length > 0) {
        await addToOutbox(tx, [factRow(documentDeleted, { organization, namespace, documents })]);
      }
    });
  }

  /** Publishes that documents leave the subscriptions of prefixes, as a delete of single documents does. */
  private async tellLeaving(tx: Tx, { organization, namespace, namespaceId }: Deletion, ids: string[]): Promise<void> {
    const inForce = await this.columns.current(organization, namespace, tx);
    if (inForce.subscriptions.all.length === 0) return;
    const { documents } = await readForWrite(tx, organization, namespace, ids);
    const place = { organization, namespaceId, inForce };
    await this.members.settle(tx, place, ids, inForce.subscriptions.all);
    await this.members.tell(tx, place, await this.members.leaving(tx, place, [...documents.values()]));
  }

  private async end({ job, namespaceId }: Deletion, fact: NamespaceDeleted): Promise<void> {
    const { organization, namespace } = fact;
    await this.database.transaction('documents.namespace-delete-end', async (tx) => {
      await lockAlone(tx, organization);
      // Rows that came meanwhile, such as an answer that was under way.
      for (const table of leftovers) await tx.query(`delete from ${table} where namespace_id = $1`, [namespaceId]);
      await eraseSubscriptions(tx, organization, namespace);
      await tx.query('delete from deferral where organization = $1 and namespace = $2', [organization, namespace]);
      await tx.query('delete from namespace where id = $1', [namespaceId]);
      await bumpRevision(tx, organization);
      await this.jobs.finish(tx, job, { result: { deleted: true }, status: 200 });
      await addToOutbox(tx, [factRow(namespaceDeleted, fact)]);
      await killPoint('documents.namespace-delete.before-end');
    });
  }
}
