import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import { makeEvent } from '@app/contracts/events';
import type { Clock, Logger } from '@app/observability';
import { logWork, msSince } from '@app/observability';
import { Database, Tx, addToOutbox, eventRow, killPoint, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { valueView } from '../group/group-view';
import { readGroup } from '../group/value.store';
import { lockOrganization } from '../namespace/snapshot/revision.store';
import { Outdated } from '../write/commit.store';
import { LockedWrites } from '../write/locked-writes';
import { isHidden, overlapping } from './overlap.store';
import { deleteDocuments, taken, writeDocument } from './summary-document';
import { forgetDocuments, readLeftDocuments } from './summary-document.store';
import { SummarySweep, SweepCursor, Tenant, readNextTenants, summarySweeps } from './summary.store';
import { KeyBands, keyBands, mostKeys } from './tenant-state';

/** Between two sweeps of a summary; of one that waits for groups to be built, or failed. */
const everyMs = 3_600_000;
const soonMs = 60_000;
/** Documents that one transaction takes away: it may read as many states of 1 MiB. */
const chunk = 10;
/** Reasons that pass only when somebody mends them: trying again soon would write the other documents too often. */
const lasting: readonly (string | null)[] = [taken, overlapping];

type Step = Partial<Pick<SummarySweep, SweepCursor>>;

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
    if (!sweep.ending && sweep.cursor === '' && (await isHidden(this.database, sweep))) {
      return this.fail(sweep, { cursor: behindAll(sweep), failing_tenant: null }, overlapping);
    }
    const [tenant] = sweep.ending ? [] : await readNextTenants(this.database, sweep, 1);
    await (tenant ? this.publish(sweep, tenant) : this.clear(sweep));
  }

  private async publish(sweep: SummarySweep, tenant: Tenant): Promise<void> {
    const bands = await this.readBandsOf(sweep, tenant);
    const cursor = tenant.name;
    if (bands === null) {
      await summarySweeps.advanceAndRelease(this.database, sweep, { ...sweep, cursor, waiting: true });
      return;
    }
    await this.writeStep(sweep, { cursor, failing_tenant: tenant.name }, async (tx) => {
      const isWritten = await writeDocument(tx, this.writes, sweep, tenant.name, bands);
      return { cursor, waiting: sweep.waiting || !isWritten };
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
    await this.writeStep(sweep, { failing_tenant: documents[0].tenant }, async (tx) => {
      await deleteDocuments(tx, this.writes, sweep, documents);
      await forgetDocuments(tx, sweep, documents);
      return {};
    });
  }

  private async end(sweep: SummarySweep): Promise<void> {
    if (sweep.ending) {
      await summarySweeps.remove(this.database, sweep);
      return this.logEnd(sweep, 'gone');
    }
    const isSoon = sweep.waiting || (sweep.faulty && !lasting.includes(sweep.failure));
    const next = new Date(this.clock.now() + (isSoon ? soonMs : everyMs));
    const failure = sweep.faulty ? {} : { failing_since: null, failure: null, failing_tenant: null };
    const to = { ...sweep, ...failure, cursor: '', waiting: false, faulty: false, next_at: next };
    await summarySweeps.advanceAndRelease(this.database, sweep, to);
    this.logEnd(sweep, sweep.faulty ? 'failed' : sweep.waiting ? 'waiting' : 'ended');
  }

  private logEnd({ organization, scope, attempts, next_at: dueAt }: SummarySweep, outcome: string): void {
    const about = { organization, scope, claims: attempts };
    logWork(this.logger, 'walk.ended', () => ({ walk: 'summary', outcome, ...about, ms: msSince(dueAt) }));
  }

  /**
   * Does a piece of a sweep and moves its cursor, or notes why it could not be done and goes on behind it.
   * @param failed where the sweep goes on when the piece cannot be done
   * @param work returns where it goes on
   */
  private async writeStep(sweep: SummarySweep, failed: Step, work: (tx: Tx) => Promise<Step>): Promise<void> {
    try {
      await this.database.transaction('documents.summary', async (tx) => {
        await lockOrganization(tx, sweep.organization);
        const to = await work(tx);
        await summarySweeps.advanceAndRelease(tx, sweep, { ...sweep, ...to });
        await killPoint('documents.summary.before-commit');
      });
    } catch (error) {
      // Somebody wrote the document meanwhile: the next step looks at it again.
      if (error instanceof Outdated) return summarySweeps.release(this.database, sweep);
      if (!(error instanceof Problem)) throw error;
      this.logger.warn({ err: error, summary: sweep.id }, 'a document of a summary could not be written');
      await this.fail(sweep, failed, error.details.reason ?? error.code);
    }
  }

  /** One event for each time that documents cannot be written. A step that is not passed over is tried again in a minute. */
  private async fail(sweep: SummarySweep, to: Step, reason: string): Promise<void> {
    const { organization, scope, body, failing_since: since } = sweep;
    const now = new Date(this.clock.now());
    // What passes by itself stands before what lasts; of the same reason the first document is shown.
    const isShown = sweep.faulty && (reason === sweep.failure || lasting.includes(reason));
    const shown = isShown ? { failing_tenant: sweep.failing_tenant } : { failure: reason };
    await this.database.transaction('documents.summary-failed', async (tx) => {
      const failed = { ...sweep, ...to, faulty: true, failing_since: since ?? now, ...shown };
      await summarySweeps.advanceAndRelease(tx, sweep, failed, to.cursor === undefined ? soonMs / 1_000 : 0);
      if (since !== null) return;
      const occasion = { id: newId('evt'), organization, namespace: body.into, timestamp: now.toISOString() };
      await addToOutbox(tx, [eventRow(makeEvent('namespace.summary_failed', occasion, { template: scope, reason }))]);
    });
  }
}

/** A cursor behind every tenant: no name has a `~`. */
function behindAll({ scope }: SummarySweep): string {
  return `${scope.slice(0, -1)}~`;
}
