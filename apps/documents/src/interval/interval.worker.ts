import { DATABASE, HEALTH, LOGGER } from '@app/boot';
import { documentChangedBulk } from '@app/contracts';
import { Health, type Logger, Loop } from '@app/observability';
import { Database, LeaseLost, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Columns } from '../column/columns.service';
import { JudgmentInForce } from '../column/judgment-column';
import { DuePage, Sweep, discoverSweeps, findDue, forgetSweeps, intervalSweeps, touchDue } from './interval.store';
import { sliceOf } from './slice';

const idleMs = 1000;
const discoverEveryMs = 5_000;
const stuckMs = 120_000;
const postponeMs = 60_000;

/** Invalidates the answers whose interval has passed, a slice of the interval at a time. */
@Injectable()
export class IntervalWorker {
  private readonly loop: Loop;
  private discoveredAtMs = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly columns: Columns,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'intervals', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'intervals', check: () => this.loop.stuckFor(stuckMs) });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Works on one page of one sweep. @returns whether a sweep was due */
  async turn(): Promise<boolean> {
    if (Date.now() - this.discoveredAtMs >= discoverEveryMs) await this.discover();
    const sweep = await intervalSweeps.claim(this.database);
    if (!sweep) return false;
    try {
      await this.sweep(sweep);
    } catch (error) {
      // Another process has claimed the sweep since: the page of this one rolled back.
      if (!(error instanceof LeaseLost)) throw error;
    }
    return true;
  }

  async discover(): Promise<void> {
    this.discoveredAtMs = Date.now();
    await discoverSweeps(this.database);
    await forgetSweeps(this.database);
  }

  private async sweep(sweep: Sweep): Promise<void> {
    const { organization, namespace } = sweep;
    const inForce = await this.columns.current(organization, namespace, this.database);
    const judgment = inForce.judgmentById(sweep.judgment_id);
    const intervalMs = judgment?.policy === 'interval' ? judgment.intervalMs : null;
    // Forgets what was due until now.
    if (!judgment || intervalMs === null || sweep.deleting)
      return this.postpone({ ...sweep, swept_to: sweep.now }, postponeMs);
    // What becomes due during the pause is due once after it.
    if (sweep.paused) return this.postpone(sweep, postponeMs);
    const target = sweep.target ?? sweep.now;
    const dueInMs = sweep.swept_to.getTime() + sliceOf(intervalMs) - target.getTime();
    if (sweep.target === null && dueInMs > 0) return this.postpone(sweep, dueInMs);
    const due = await findDue(this.database, { ...sweep, target }, inForce, judgment);
    await this.touch(sweep, judgment, target, due);
  }

  /** Gives the sweep back without a step; it is due again after `ms` milliseconds. */
  private async postpone(sweep: Sweep, ms: number): Promise<void> {
    await intervalSweeps.advanceAndRelease(this.database, sweep, { ...sweep, next_at: later(sweep.now, ms) });
  }

  private async touch(sweep: Sweep, judgment: JudgmentInForce, target: Date, { ids, last }: DuePage): Promise<void> {
    const to =
      last === null
        ? { swept_to: target, target: null, cursor: '', next_at: later(sweep.now, sliceOf(judgment.intervalMs!)) }
        : { swept_to: sweep.swept_to, target, cursor: last, next_at: sweep.now };
    await this.database.transaction('documents.interval', async (tx) => {
      await tx.query('select lock_organization($1)', [sweep.organization]);
      if (ids.length > 0) await this.say(tx, sweep, ids);
      await intervalSweeps.advanceAndRelease(tx, sweep, to);
    });
  }

  private async say(tx: Tx, sweep: Sweep, ids: readonly string[]): Promise<void> {
    const touched = await touchDue(tx, sweep, ids);
    if (touched.length === 0) return;
    const fact = {
      organization: sweep.organization,
      namespace: sweep.namespace,
      sets: [[sweep.judgment_id]],
      documents: touched.map(({ document_id, wanted }) => ({ id: document_id, version: Number(wanted), set: 0 })),
      cause: 'interval',
      changed_at: sweep.now.toISOString(),
    };
    await addToOutbox(tx, [factRow(documentChangedBulk, fact)]);
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
