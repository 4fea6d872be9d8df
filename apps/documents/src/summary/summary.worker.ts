import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import { makeEvent } from '@app/contracts/events';
import type { Clock, Logger } from '@app/observability';
import { logWork, msSince } from '@app/observability';
import { Database, Tx, addToOutbox, eventRow, killPoint, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { valueView } from '../group/group-view';
import { readGroup } from '../group/value.store';
import { findNamespace } from '../namespace/namespace.store';
import { noNamespace } from '../namespace/refusal';
import { lockOrganization } from '../namespace/snapshot/revision.store';
import { LockedWrites } from '../write/locked-writes';
import {
  SummarySweep,
  SweepCursor,
  Tenant,
  forgetDocuments,
  readLeftDocuments,
  readNextTenants,
  noteDocument,
  summarySweeps,
} from './summary.store';
import { KeyBands, keyBands, mostKeys } from './tenant-state';

/** Between two sweeps of a summary; of one that waits for groups to be built, or failed. */
const everyMs = 3_600_000;
const soonMs = 60_000;
/** Documents that one transaction deletes. */
const chunk = 100;

/** Writes the documents of summaries, each at most hourly, and deletes those of tenants that have gone. */
@Injectable()
export class SummaryWorker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly writes: LockedWrites,
  ) {}

  /**
   * Writes the document of one tenant of a claimed sweep, or ends the sweep.
   * @throws LeaseLost when the summary was changed or another process has claimed it since
   */
  async step(sweep: SummarySweep): Promise<void> {
    const [tenant] = sweep.ending ? [] : await readNextTenants(this.database, sweep, 1);
    await (tenant ? this.publish(sweep, tenant) : this.clear(sweep));
  }

  private async publish(sweep: SummarySweep, tenant: Tenant): Promise<void> {
    const bands = await this.readBandsOf(sweep, tenant);
    if (bands === null) {
      await summarySweeps.advanceAndRelease(this.database, sweep, { ...sweep, cursor: tenant.name, waiting: true });
      return;
    }
    const document = { id: tenant.name, attributes: { tenant: tenant.name }, state: { groups: bands } };
    await this.writeStep(sweep, { cursor: tenant.name }, async (tx) => {
      await this.writeInto(tx, sweep, sweep.body.into, { upsert: [document] });
      await noteDocument(tx, sweep, tenant.name);
    });
  }

  /** Null while a group of the tenant is being built. */
  private async readBandsOf(
    { organization, body }: SummarySweep,
    tenant: Tenant,
  ): Promise<Record<string, KeyBands> | null> {
    const ref = { organization, scope: tenant.name };
    const bands: Record<string, KeyBands> = {};
    for (const name of body.groups) {
      // One more, since the row of further keys may be among them.
      const page = { order: 'documents', cursor: null, limit: mostKeys + 1 } as const;
      const group = await readGroup(this.database, ref, tenant.id, name, page);
      if (group?.building) return null;
      if (!group) continue;
      const values = group.values.map((row) => valueView(row, group.body.aggregates));
      bands[name] = keyBands(values, body.bands[name] ?? {});
    }
    return bands;
  }

  /** Deletes documents that are to go; ends the sweep when there are none. */
  private async clear(sweep: SummarySweep): Promise<void> {
    const documents = await readLeftDocuments(this.database, sweep, chunk);
    if (documents.length === 0) return this.end(sweep);
    const [{ place }] = documents;
    await this.writeStep(sweep, {}, async (tx) => {
      const target = await findNamespace(tx, { organization: sweep.organization, namespace: place });
      const ids = documents.map(({ tenant }) => ({ id: tenant }));
      if (target && !target.deleting) await this.writeInto(tx, sweep, place, { delete: ids });
      await forgetDocuments(tx, sweep, documents);
    });
  }

  private async end(sweep: SummarySweep): Promise<void> {
    if (sweep.ending) {
      await summarySweeps.remove(this.database, sweep);
      return this.logEnd(sweep, 'gone');
    }
    const isSoon = sweep.waiting || sweep.faulty;
    const next = new Date(this.clock.now() + (isSoon ? soonMs : everyMs));
    const failure = sweep.faulty ? {} : { failing_since: null, failure: null };
    const to = { ...sweep, ...failure, cursor: '', waiting: false, faulty: false, next_at: next };
    await summarySweeps.advanceAndRelease(this.database, sweep, to);
    this.logEnd(sweep, sweep.faulty ? 'failed' : sweep.waiting ? 'waiting' : 'ended');
  }

  private logEnd({ organization, scope, attempts, next_at: dueAt }: SummarySweep, outcome: string): void {
    const about = { organization, scope, claims: attempts };
    logWork(this.logger, 'walk.ended', () => ({ walk: 'summary', outcome, ...about, ms: msSince(dueAt) }));
  }

  /** Does a piece of a sweep and moves its cursor, or notes why it could not be done and goes on behind it. */
  private async writeStep(
    sweep: SummarySweep,
    to: Partial<Pick<SummarySweep, SweepCursor>>,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    try {
      await this.database.transaction('documents.summary', async (tx) => {
        await lockOrganization(tx, sweep.organization);
        await work(tx);
        await summarySweeps.advanceAndRelease(tx, sweep, { ...sweep, ...to });
        await killPoint('documents.summary.before-commit');
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.logger.warn({ err: error, summary: sweep.id }, 'a document of a summary could not be written');
      await this.fail(sweep, to, error.details.reason ?? error.code);
    }
  }

  /** One event for each time that documents cannot be written. */
  private async fail(sweep: SummarySweep, to: Partial<Pick<SummarySweep, SweepCursor>>, reason: string): Promise<void> {
    const { organization, scope, body, failing_since: since } = sweep;
    const now = new Date(this.clock.now());
    await this.database.transaction('documents.summary-failed', async (tx) => {
      const failed = { faulty: true, failing_since: since ?? now, failure: reason };
      await summarySweeps.advanceAndRelease(tx, sweep, { ...sweep, ...to, ...failed });
      if (since !== null) return;
      const occasion = { id: newId('evt'), organization, namespace: body.into, timestamp: now.toISOString() };
      await addToOutbox(tx, [eventRow(makeEvent('namespace.summary_failed', occasion, { template: scope, reason }))]);
    });
  }

  /** @throws Problem `not_found`; a write would make the namespace anew */
  private async writeInto(
    tx: Tx,
    { organization }: SummarySweep,
    namespace: string,
    write: Parameters<LockedWrites['writeWithin']>[2],
  ): Promise<void> {
    const ref = { organization, namespace };
    if (!(await findNamespace(tx, ref))) throw noNamespace(ref);
    await this.writes.writeWithin(tx, ref, write, 'live');
  }
}
