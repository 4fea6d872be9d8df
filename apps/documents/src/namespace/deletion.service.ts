import { BUS, CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { Applied, NamespaceDeleted, documentDeleted, namespaceDeleted } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database, Effects, JobRow, Tx, addToOutbox, jobView, killPoint, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JobLost } from '../job/job-lost';
import { DocumentJobs } from '../job/jobs';
import { MembershipService } from '../membership/membership.service';
import { bumpRevision, lockAlone } from '../snapshot/snapshot.store';
import { Columns } from '../snapshot/snapshots.service';
import { lockForWrite, readForWrite } from '../write/commit.store';
import { DeletionRequest, deletionType } from './deletion';
import { eraseDocuments, eraseRows, eraseSubscriptions, leftovers, moveDeletion, nextIds } from './deletion.store';
import { findNamespace, markDeleting } from './namespace.store';

const chunk = 1000;
const rowChunk = 10_000;
const announceMs = 10_000;
const restS = 2;
/** Then it is another job's turn. */
const stretchMs = 5_000;

/** A job that is deleting, and the namespace's row as it stands. */
interface Deletion {
  job: JobRow;
  organization: string;
  namespace: string;
  namespaceId: string;
}

/** Deletes a namespace: marks it, erases in chunks, waits until every holder has erased its own. */
@Injectable()
export class DeletionService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly columns: Columns,
    private readonly members: MembershipService,
    private readonly jobs: DocumentJobs,
  ) {}

  async begin(name: string, call: Call): Promise<{ status: number; body: string }> {
    const { organization } = call.who;
    const outcome = await this.effects.once('documents.namespace-delete-begin', call, async (tx) => {
      // Alone, so that no write is under way that has not seen the mark.
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
    this.jobs.wake();
    return outcome;
  }

  /** One stretch of a claimed job: every step finds by itself what is still to be done. */
  async work(job: JobRow): Promise<void> {
    const { namespace_id: namespaceId } = job.request as DeletionRequest;
    const deletion = { job, organization: job.organization, namespace: job.namespace!, namespaceId };
    try {
      if (!(await this.erase(deletion, this.clock.now() + stretchMs))) return await this.jobs.rest(job.id, 0);
    } catch (error) {
      if (error instanceof JobLost) return;
      throw error;
    }
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
    if (unacknowledged.length > 0) return this.jobs.rest(job.id, restS);
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
      if (!(await moveDeletion(tx, job, documents.length))) throw new JobLost();
      if (documents.length > 0) {
        await addToOutbox(tx, [factRow(documentDeleted, { organization, namespace, documents })]);
      }
    });
  }

  /** Documents leave the subscriptions of prefixes, as they do when they are deleted one by one. */
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
      // What came meanwhile, such as an answer that was under way.
      for (const table of leftovers) await tx.query(`delete from ${table} where namespace_id = $1`, [namespaceId]);
      await eraseSubscriptions(tx, organization, namespace);
      await tx.query('delete from deferral where organization = $1 and namespace = $2', [organization, namespace]);
      await tx.query('delete from namespace where id = $1', [namespaceId]);
      await bumpRevision(tx, organization);
      const ended = await this.jobs.finish(tx, job.id, { deleted: true }, 200);
      if (ended) await addToOutbox(tx, [factRow(namespaceDeleted, fact)]);
      await killPoint('documents.namespace-delete.before-end');
    });
  }
}
