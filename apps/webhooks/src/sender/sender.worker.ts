import { DATABASE, HEALTH, LOGGER, METRICS } from '@app/boot';
import { webhooksMetrics } from '@app/metrics';
import type { Logger } from '@app/observability';
import { Health, Loop, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ClaimLimit, DueEndpoint, claimDue, dueTurns } from '../delivery/claim.store';
import { countOf } from '../delivery/headroom';
import { sliceCount } from '../endpoint/endpoint-row';
import { DispatchService } from './dispatch.service';
import { maxInFlight } from './in-flight';
import { slotsFor } from './pacer';
import { SliceService } from './slice.service';

/** What another process has queued waits for so long. */
const idleMs = 400;
/** The same while no other process sends; what comes due by itself is foreseen for as long. */
const longestIdleMs = 1000;

/** Claims due deliveries of the slices that this process owns, as many as it has headroom for, and has them sent. */
@Injectable()
export class SenderWorker {
  private readonly loop: Loop;

  constructor(
    private readonly dispatch: DispatchService,
    private readonly slices: SliceService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.loop = new Loop({
      name: 'webhook-sender',
      idleMs,
      longestIdleMs,
      logger,
      look: () => this.look(),
      turn: () => this.turn(),
    });
    health.mustBeReady({ name: 'webhook-sender', check: () => this.loop.stuckFor(30_000) ?? this.slices.stuck() });
    metrics.gauge(webhooksMetrics.inFlight, (gauge) => gauge.set(this.dispatch.queues.load().underWay));
  }

  async start(): Promise<void> {
    const claimMore = (): void => this.loop.wake();
    this.dispatch.start(claimMore);
    await this.slices.start({ onTaken: claimMore, isBusy: (slice) => this.dispatch.queues.isBusy(slice) });
    this.loop.start();
  }

  /** Claims nothing more, gives back what is not sent, waits for results, then lets other processes take the slices. */
  async stop(): Promise<void> {
    this.dispatch.stopHolding();
    await this.loop.stop();
    await this.dispatch.drain();
    await this.slices.stop();
  }

  /** What is under way or waits is looked after by turns. */
  private async look(): Promise<boolean> {
    const { underWay, waiting } = this.dispatch.queues.load();
    if (underWay + waiting > 0) return true;
    const slices = this.slices.owned();
    if (slices.length < sliceCount) this.loop.expectSoon();
    if (slices.length === 0) return false;
    const looks = [0, longestIdleMs].map((withinMs) => this.database.finds(dueTurns(slices, withinMs)));
    const [isDue, isDueSoon] = await Promise.all(looks);
    if (isDueSoon) this.loop.expectSoon();
    return isDue;
  }

  /** @returns whether another turn should follow at once */
  private async turn(): Promise<boolean> {
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
