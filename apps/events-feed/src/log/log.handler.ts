import { BUS, CLOCK, METRICS } from '@app/boot';
import { Bus, Delivered } from '@app/bus';
import { durableName } from '@app/contracts';
import { EventRaised, eventRaised, tailMoved } from '@app/contracts/events';
import { feedMetrics } from '@app/metrics';
import type { Clock } from '@app/observability';
import { Metrics } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { TailService } from '../tail/tail.service';
import { rowsOf } from './log';
import { LogService } from './log.service';

/** Records raised events in the log and wakes the long polls of every replica. */
@Injectable()
export class LogHandler {
  private readonly recordedTotal;
  private readonly delays;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(METRICS) metrics: Metrics,
    private readonly log: LogService,
    private readonly tail: TailService,
  ) {
    this.recordedTotal = metrics.counter(feedMetrics.events);
    this.delays = metrics.histogram(feedMetrics.delay);
    metrics.measured(feedMetrics.waiting, async (gauge) => {
      gauge.set(await this.countWaiting());
    });
  }

  async record(batch: Delivered<EventRaised>[]): Promise<void> {
    const events = batch.map(({ payload }) => payload);
    const rows = rowsOf(events);
    if (rows.length === 0) return;
    const { recorded, number } = await this.log.append(rows);
    this.recordedTotal.inc(recorded);
    for (const { timestamp } of events) {
      this.delays.observe(Math.max(0, this.clock.now() - Date.parse(timestamp)) / 1000);
    }
    this.tail.wake();
    this.bus.broadcast(tailMoved, { number });
  }

  private async countWaiting(): Promise<number> {
    const { jsm, service } = this.bus.connection;
    const info = await jsm.consumers.info(eventRaised.stream, durableName(eventRaised, service));
    return info.num_pending + info.num_ack_pending;
  }
}
