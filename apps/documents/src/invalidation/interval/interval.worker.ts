import { DATABASE, LOGGER } from '@app/boot';
import { documentChangedBulk } from '@app/contracts/documents';
import { type Logger, logWork, msSince } from '@app/observability';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { markDirty } from '../../group/dirty.store';
import { JudgmentInForce } from '../../namespace/snapshot/in-force';
import { lockOrganization } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { DuePage, Sweep, discoverSweeps, findDue, forgetSweeps, intervalSweeps, invalidateDue } from './interval.store';
import { sweepEveryMs } from './sweep-every';

const discoverEveryMs = 5_000;
const postponeMs = 60_000;

/** Invalidates the answers whose interval has passed, a slice of the interval at a time. */
@Injectable()
export class IntervalWorker {
  private discoveredAtMs = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly snapshots: Snapshots,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  private get isToDiscover(): boolean {
    return Date.now() - this.discoveredAtMs >= discoverEveryMs;
  }

  async look(): Promise<boolean> {
    return this.isToDiscover || this.database.finds(intervalSweeps.freeRows);
  }

  /** Works on one page of one sweep. @returns whether a sweep was due */
  async turn(): Promise<boolean> {
    if (this.isToDiscover) await this.discover();
    return intervalSweeps.stepNext(this.database, (sweep) => this.sweep(sweep));
  }

  async discover(): Promise<void> {
    this.discoveredAtMs = Date.now();
    await discoverSweeps(this.database);
    await forgetSweeps(this.database);
  }

  private async sweep(sweep: Sweep): Promise<void> {
    const inForce = await this.snapshots.readCurrent(sweep, this.database);
    const judgment = inForce.byId.get(sweep.judgment_id);
    const intervalMs = judgment?.policy === 'interval' ? judgment.intervalMs : null;
    if (!judgment || intervalMs === null || sweep.deleting) {
      // What was due until now is forgotten.
      return this.postpone({ ...sweep, swept_to: sweep.now }, postponeMs);
    }
    // What becomes due during the pause is due once after it.
    if (sweep.paused) return this.postpone(sweep, postponeMs);
    const target = sweep.target ?? sweep.now;
    const dueInMs = sweep.swept_to.getTime() + sweepEveryMs(intervalMs) - target.getTime();
    if (sweep.target === null && dueInMs > 0) return this.postpone(sweep, dueInMs);
    const due = await findDue(this.database, { ...sweep, target }, inForce, judgment);
    await this.invalidate(sweep, judgment, target, due);
  }

  /** Gives the sweep back without a step; it is due again after `ms` milliseconds. */
  private async postpone(sweep: Sweep, ms: number): Promise<void> {
    await intervalSweeps.advanceAndRelease(this.database, sweep, { ...sweep, next_at: later(sweep.now, ms) });
  }

  /** Invalidates the due answers of one page and moves the sweep's cursor, in one transaction. @throws LeaseLost */
  private async invalidate(
    sweep: Sweep,
    judgment: JudgmentInForce,
    target: Date,
    { ids, last }: DuePage,
  ): Promise<void> {
    const to =
      last === null
        ? { swept_to: target, target: null, cursor: '', next_at: later(sweep.now, sweepEveryMs(judgment.intervalMs!)) }
        : { swept_to: sweep.swept_to, target, cursor: last, next_at: sweep.now };
    await this.database.transaction('documents.interval', async (tx) => {
      await lockOrganization(tx, sweep.organization);
      if (ids.length > 0) {
        await publishDue(tx, sweep, ids);
        const place = { namespaceId: sweep.namespace_id, inForce: await this.snapshots.readCurrent(sweep, tx) };
        await markDirty(tx, place, [sweep.judgment_id], ids);
      }
      await intervalSweeps.advanceAndRelease(tx, sweep, to);
      if (last === null) tx.afterCommit(() => this.logEnd(sweep, target, ids.length));
    });
  }

  /** A slice in which nothing was due is no work. @param documents of its last page */
  private logEnd({ organization, namespace, judgment_id, cursor }: Sweep, target: Date, documents: number): void {
    if (cursor === '' && documents === 0) return;
    const about = { organization, namespace, judgment_id, documents };
    logWork(this.logger, 'walk.ended', () => ({ walk: 'interval', outcome: 'ended', ...about, ms: msSince(target) }));
  }
}

/** Invalidates due answers and publishes the change of their documents. */
async function publishDue(tx: Tx, sweep: Sweep, ids: readonly string[]): Promise<void> {
  const invalidated = await invalidateDue(tx, sweep, ids);
  if (invalidated.length === 0) return;
  const fact = {
    organization: sweep.organization,
    namespace: sweep.namespace,
    sets: [[sweep.judgment_id]],
    documents: invalidated.map(({ document_id, wanted }) => ({ id: document_id, version: Number(wanted), set: 0 })),
    cause: 'interval',
    changed_at: sweep.now.toISOString(),
  };
  await addToOutbox(tx, [factRow(documentChangedBulk, fact)]);
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
