import { DATABASE, METRICS } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { CatalogService } from '../../judgment/catalog/catalog.service';
import { activeTargets } from '../../judgment/catalog/target';
import type { EffectiveJudgment } from '../../judgment/definition/judgment';
import type { Namespace } from '../../copy/namespace/namespace';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { endDeferral, tellResume } from './deferral.store';
import { Deferral, DueDeferral, readDeferredNow, readDueDeferrals, keepDeferral, lockDeferral } from './due.store';
import { isAskedBySpread, limitOf } from './limit';
import { readLeftOf, promoteRows, sweepRows } from './promote.store';
import { wholeNamespace } from './room';
import { readUsedBy, readWhenRoom } from './use.store';

const deferralsPerTurn = 100;
const rowsPerSweep = 1000;
const rowsPerPromotion = 500;
/** Rows that are promoted ahead of the asks; those behind them keep their order. */
const mostPromoted = 2000;
/** A deferral whose limit has room is looked at again after this long. */
const againMs = 1000;
/** Documents hears of another end when it has moved by more than this. */
const publishedAgainMs = 60_000;

/** Lets deferred fan-out catch up: as many rows as the limit has room for, those first that wait longest. */
@Injectable()
export class CatchUp {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly catalog: CatalogService,
    private readonly namespaces: NamespaceStore,
    @Inject(METRICS) metrics: Metrics,
  ) {
    const { deferredRows: rows, deferredOldest: oldestS } = judgmentsMetrics;
    metrics.measuredTogether({ rows, oldestS }, () => readDeferredNow(db));
  }

  /**
   * Looks at the deferrals that may have room. Replicas share the work: a deferral is one's at a time.
   * @returns whether one of them has more to do at once
   */
  async turn(): Promise<boolean> {
    let hasMore = false;
    for (const deferral of await readDueDeferrals(this.db, deferralsPerTurn)) {
      if (await this.look(deferral)) hasMore = true;
    }
    return hasMore;
  }

  private async look(deferral: DueDeferral): Promise<boolean> {
    const targets = activeTargets([deferral.judgmentId]);
    const [judgments, namespace] = await Promise.all([
      this.catalog.readInForce(deferral, targets, deferral.revision),
      this.namespaces.get(deferral),
    ]);
    const judgment = judgments.get(targets[0]);
    return this.db.transaction('judgments.deferral', async (tx) => {
      const locked = await lockDeferral(tx, deferral);
      if (!locked) return false;
      if (!locked.isSwept) {
        const swept = await sweepRows(tx, deferral.namespaceId, deferral.judgmentId, rowsPerSweep);
        if (swept === rowsPerSweep) return true;
      }
      return this.promote(tx, deferral, locked, judgment, namespace);
    });
  }

  private async promote(
    tx: Tx,
    deferral: DueDeferral,
    locked: Deferral,
    judgment: EffectiveJudgment | undefined,
    { fanout }: Namespace,
  ): Promise<boolean> {
    const { namespaceId, judgmentId } = deferral;
    const used = await readUsedBy(tx, namespaceId, [judgmentId]);
    // Rows of a judgment that is not judged by itself any more are dropped when they are claimed, so they need no room.
    const limits = isAskedBySpread(judgment)
      ? [
          { key: judgmentId, used: used.get(judgmentId)!, limit: limitOf(judgment, fanout) },
          { key: wholeNamespace, used: used.get(wholeNamespace)!, limit: fanout.rolling_limit },
        ]
      : [];
    const room = Math.min(mostPromoted, ...limits.map(({ limit, used: count }) => limit - count));
    const before = await readLeftOf(tx, namespaceId, judgmentId, mostPromoted);
    const most = locked.isHeld ? 0 : Math.min(rowsPerPromotion, room - before.promoted);
    const promoted = await promoteRows(tx, namespaceId, judgmentId, most);
    const after = await readLeftOf(tx, namespaceId, judgmentId, 1);
    if (after.promoted === 0 && !after.waits) {
      await endDeferral(tx, deferral);
      return false;
    }
    if (locked.isHeld) {
      await keepDeferral(tx, deferral, { isPublished: false });
      return false;
    }
    const resumesAt =
      room > 0 ? new Date(locked.now.getTime() + againMs) : await this.readWhenRoom(tx, namespaceId, limits);
    const isPublished = hasMoved(locked.publishedAt, resumesAt);
    if (isPublished) await tellResume(tx, deferral, resumesAt);
    await keepDeferral(tx, deferral, { resumesAt, isPublished });
    return promoted === rowsPerPromotion;
  }

  /** When every limit that is full has room; null for never. */
  private async readWhenRoom(
    tx: Tx,
    namespaceId: string,
    limits: readonly { key: string; used: number; limit: number }[],
  ): Promise<Date | null> {
    let last = new Date(0);
    for (const limit of limits) {
      if (limit.used < limit.limit) continue;
      const at = await readWhenRoom(tx, namespaceId, limit.key, limit);
      if (at === null) return null;
      if (at > last) last = at;
    }
    return last;
  }
}

function hasMoved(told: Date | null, now: Date | null): boolean {
  if (told === null || now === null) return told !== now;
  return now.getTime() - told.getTime() > publishedAgainMs || told.getTime() - now.getTime() > publishedAgainMs;
}
