import { DATABASE, METRICS, WorkerLoop } from '@app/boot';
import { webhooksMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ClaimLimit, DueEndpoint, claimDue, dueTurns } from '../delivery/claim.store';
import { countOf } from '../delivery/headroom';
import { sliceCount } from '../endpoint/endpoint-row';
import { DispatchService } from './dispatch.service';
import { maxInFlight } from './in-flight';
import { slotsFor } from './pacer';
import { SliceService } from './slice.service';

/** What another process has queued waits for so long at most, in milliseconds; what comes due by itself is foreseen for as long. */
export const longestIdleMs = 1000;

/** Claims due deliveries of the slices that this process owns, as many as it has headroom for, and has them sent. */
@Injectable()
export class SenderWorker {
  constructor(
    private readonly dispatch: DispatchService,
    private readonly slices: SliceService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(METRICS) metrics: Metrics,
  ) {
    metrics.gauge(webhooksMetrics.inFlight, (gauge) => gauge.set(this.dispatch.queues.load().underWay));
  }

  /** Its loop turns when deliveries may be claimed: there is room, or this process has further slices. */
  begin(loop: WorkerLoop): void {
    const claimMore = (): void => loop.wake();
    this.dispatch.start(claimMore);
    this.slices.useBy({ onTaken: claimMore, isBusy: (slice) => this.dispatch.queues.isBusy(slice) });
  }

  /** What is under way or waits is looked after by turns. */
  async look(loop: WorkerLoop): Promise<boolean> {
    const { underWay, waiting } = this.dispatch.queues.load();
    if (underWay + waiting > 0) return true;
    const slices = this.slices.owned();
    if (slices.length < sliceCount) loop.expectSoon();
    if (slices.length === 0) return false;
    const looks = [0, longestIdleMs].map((withinMs) => this.database.finds(dueTurns(slices, withinMs)));
    const [isDue, isDueSoon] = await Promise.all(looks);
    if (isDueSoon) loop.expectSoon();
    return isDue;
  }

  /** @returns whether another turn should follow at once */
  async turn(): Promise<boolean> {
    this.dispatch.pumpAll();
    const { queues } = this.dispatch;
    const slices = this.slices.owned();
    const load = queues.load();
    if (slices.length === 0 || load.underWay >= queues.bound) return false;
    let limits: ClaimLimit[] = [];
    const busy = queues.busy(load);
    const claimed = await claimDue(this.database, slices, busy, (due) => (limits = this.limit(due)));
    const counts = countOf(claimed);
    await this.dispatch.hold(claimed);
    // A claim that found as many as it might take may have left more.
    for (const { endpointId, waitsMs, ahead } of limits)
      if ((counts.get(endpointId) ?? 0) >= waitsMs.length + ahead) queues.of(endpointId).mayHaveMore = true;
    return claimed.length > 0;
  }

  /** How many deliveries of each endpoint the claim may take, by the load that the endpoints before it leave. */
  private limit(due: DueEndpoint[]): ClaimLimit[] {
    const { queues } = this.dispatch;
    const load = queues.load();
    return due.map(({ endpointId, maxPerSecond, pacedForMs }) => {
      const queue = queues.of(endpointId);
      const { now, ahead } = queues.headroomOf(queue, load);
      const { waitsMs, nextAtMs } = slotsFor(maxPerSecond, pacedForMs, 0, Math.min(now, maxInFlight));
      load.underWay += waitsMs.length;
      // Deliveries that are queued after this set it again, and so does a claim that leaves some.
      queue.mayHaveMore = false;
      return { endpointId, waitsMs, ahead: maxPerSecond === null ? ahead : 0, nextInMs: nextAtMs };
    });
  }
}
