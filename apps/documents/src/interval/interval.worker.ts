import { DATABASE, HEALTH, LOGGER } from '@app/boot';
import { documentChangedBulk } from '@app/contracts';
import { Health, type Logger, Loop } from '@app/observability';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentInForce } from '../snapshot/known-judgment';
import { Columns } from '../snapshot/snapshots.service';
import {
  DuePage,
  Sweep,
  claimSweep,
  discoverSweeps,
  findDue,
  forgetSweeps,
  moveSweep,
  postponeSweep,
  touchDue,
} from './interval.store';
import { sliceOf } from './slice';

const idleMs = 1000;
const discoverEveryMs = 5_000;
const stuckMs = 120_000;
const postponeMs = 60_000;

/** Answers whose interval has passed become stale and are wanted again, a slice of an interval at a time. */
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

  /** One page of one sweep; true when there was one. */
  async turn(): Promise<boolean> {
    if (Date.now() - this.discoveredAtMs >= discoverEveryMs) await this.discover();
    const sweep = await claimSweep(this.database);
    if (!sweep) return false;
    await this.sweep(sweep);
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
    if (!judgment || intervalMs === null || sweep.deleting) {
      return postponeSweep(this.database, sweep, postponeMs, true);
    }
    // What was due meanwhile is due once when judging goes on.
    if (sweep.paused) return postponeSweep(this.database, sweep, postponeMs, false);
    const target = sweep.target ?? sweep.now;
    const dueInMs = sweep.swept_to.getTime() + sliceOf(intervalMs) - target.getTime();
    if (sweep.target === null && dueInMs > 0) return postponeSweep(this.database, sweep, dueInMs, false);
    const due = await findDue(this.database, { ...sweep, target }, inForce, judgment);
    await this.touch(sweep, judgment, target, due);
  }

  private async touch(sweep: Sweep, judgment: JudgmentInForce, target: Date, { ids, last }: DuePage): Promise<void> {
    const to =
      last === null
        ? { sweptTo: target, target: null, cursor: '', nextInMs: sliceOf(judgment.intervalMs!) }
        : { sweptTo: sweep.swept_to, target, cursor: last, nextInMs: 0 };
    await this.database.transaction('documents.interval', async (tx) => {
      await tx.query('select lock_organization($1)', [sweep.organization]);
      if (ids.length > 0) await this.say(tx, sweep, ids);
      // Another process has gone on with it: nothing of this stands.
      if (!(await moveSweep(tx, sweep, to))) throw new Error('another process has this sweep');
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
