import { BUS, CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { Applied, NamespaceDeleted, namespaceDeleted } from '@app/contracts/documents';
import type { Clock } from '@app/observability';
import { Database, Effects, JobRow, Jobs, Outcome, addToOutbox, factRow, jobView, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { findNamespace, markDeleting } from '../../namespace/namespace.store';
import { noNamespace } from '../../namespace/refusal';
import { bumpRevision, lockOrganizationAlone } from '../../namespace/snapshot/revision.store';
import { NamespaceErasure, NamespaceErasureRequest, erasureOf, erasureType } from './namespace-erasure';
import { countDocuments, eraseGroups, eraseNamespace, eraseSubscriptions } from './namespace-erasure.store';
import { EraseService } from './erase.service';

const replicateMs = 10_000;
/** How long a worker goes on with one job before another has its turn. */
const stretchMs = 5_000;

/** Deletes a namespace: marks it, erases it in chunks, and waits until every service with copies has erased its own. */
@Injectable()
export class NamespaceErasureService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly erasing: EraseService,
    private readonly jobs: Jobs,
  ) {}

  /** Marks the namespace and adds the job. @returns status 202 and the job */
  async begin(namespace: string, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    const ref = { organization, namespace };
    const outcome = await this.effects.runOnce('documents.namespace-delete-begin', call, async (tx) => {
      // Locked alone, so that every write that begins later sees the mark.
      await lockOrganizationAlone(tx, organization);
      const row = await findNamespace(tx, ref, true);
      if (!row) throw noNamespace(ref);
      if (row.deleting) {
        throw new Problem('conflict', 'The namespace is being deleted already.', { reason: 'deleting' });
      }
      await markDeleting(tx, row.id);
      // Its own subscriptions end with it and raise no events; those of prefixes raise `exited` for its documents.
      const ended = (await eraseSubscriptions(tx, ref)) + (await eraseGroups(tx, ref));
      if (ended > 0) await bumpRevision(tx, organization);
      const request: NamespaceErasureRequest = { namespace_id: row.id };
      const total = await countDocuments(tx, row.id);
      const job = await this.jobs.add(tx, { organization, type: erasureType, namespace, request, total });
      return { status: 202, body: JSON.stringify(jobView(job)) };
    });
    await killPoint('documents.namespace-delete.begun');
    return outcome;
  }

  /** Works for a while on a claimed job. @throws LeaseLost */
  async work(job: JobRow): Promise<void> {
    const deletion = erasureOf(job);
    if (!(await this.erasing.erase(deletion, this.clock.now() + stretchMs))) return this.jobs.release(job);
    await killPoint('documents.namespace-delete.erased');
    const { organization, namespace } = deletion;
    const row = await findNamespace(this.database, deletion);
    const fact: NamespaceDeleted = { organization, namespace, revision: Number(row?.revision ?? 0) };
    const { unacknowledged } = await replicate<NamespaceDeleted, Applied>(
      this.bus.requester,
      namespaceDeleted,
      fact,
      Call.within(replicateMs),
    );
    if (unacknowledged.length > 0) return this.jobs.giveBack(job);
    await killPoint('documents.namespace-delete.announced');
    await this.end(deletion, fact);
  }

  /** Deletes what came meanwhile, such as an answer that was under way, and the namespace itself. */
  private async end(deletion: NamespaceErasure, fact: NamespaceDeleted): Promise<void> {
    const { organization } = fact;
    await this.database.transaction('documents.namespace-delete-end', async (tx) => {
      await lockOrganizationAlone(tx, organization);
      await eraseSubscriptions(tx, fact);
      await eraseGroups(tx, fact);
      await eraseNamespace(tx, fact, deletion.namespaceId);
      await bumpRevision(tx, organization);
      await this.jobs.finish(tx, deletion.job, { result: { deleted: true }, status: 200 });
      await addToOutbox(tx, [factRow(namespaceDeleted, fact)]);
      await killPoint('documents.namespace-delete.before-end');
    });
  }
}
