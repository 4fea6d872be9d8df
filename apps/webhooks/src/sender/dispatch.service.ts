import { CONFIG, DATABASE, LOGGER } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import type { Outcome } from '@app/egress';
import type { Logger } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { webhooksSettings } from '../app.config';
import { ClaimedDelivery, Direct } from '../delivery/delivery';
import { Headroom } from '../delivery/headroom';
import { giveBack } from '../delivery/held.store';
import { QueueService } from '../delivery/queue.service';
import { asksForPause } from '../delivery/settlement';
import { endpointTtlMs } from '../endpoint/endpoint-ttl';
import { AttemptService } from './attempt.service';
import { DirectDeliveries } from './direct-deliveries';
import { EndpointQueue } from './endpoint-queue';
import { EndpointQueues } from './endpoint-queues';
import { speedAfter } from './in-flight';
import { ResultRecorder } from './result-recorder';
import { SliceService } from './slice.service';
import { VersionReader } from './version-reader';

const noHeadroom: Headroom = { now: 0, ahead: 0 };
/** Deliveries without rows for each slice that a process owns: all processes together keep 512 facts from being acknowledged. */
const directPerSlice = 16;

/**
 * Holds deliveries in a queue for each endpoint, sends each when there is room and its endpoint is unchanged, and has
 * the result recorded. It gives back what it may no longer send.
 */
@Injectable()
export class DispatchService {
  readonly queues: EndpointQueues;
  readonly direct = new DirectDeliveries();
  private readonly tasks = new Set<Promise<void>>();
  private isStopping = false;
  private claimMore: () => void = () => undefined;

  constructor(
    private readonly versions: VersionReader,
    private readonly slices: SliceService,
    private readonly attempts: AttemptService,
    private readonly recorder: ResultRecorder,
    private readonly queueing: QueueService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) config: ServiceConfig<typeof webhooksSettings>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queues = new EndpointQueues(config.sendersInFlight);
  }

  /** @param claimMore called when more deliveries may be claimed */
  start(claimMore: () => void): void {
    this.claimMore = claimMore;
  }

  /** Ends the holding: from now on `hold` gives back what it gets, and no delivery begins. */
  stopHolding(): void {
    this.isStopping = true;
  }

  /** Gives back every delivery that is not sent, and resolves when the results of all others are recorded. */
  async drain(): Promise<void> {
    for (const queue of this.queues.all()) this.giveBack(queue, queue.takeAll());
    while (this.tasks.size > 0) await Promise.all(this.tasks);
    this.attempts.close();
  }

  /** @param queued endpoints for which further deliveries were queued */
  wake(queued: readonly string[] = []): void {
    for (const endpointId of queued) this.queues.of(endpointId).mayHaveMore = true;
    this.claimMore();
  }

  /** How many new deliveries of an endpoint may be held; none when another process owns its slice. */
  headroomOf(endpointId: string): Headroom {
    const queue = this.queues.of(endpointId);
    return this.isStopping || !this.slices.owns(queue.slice) ? noHeadroom : this.queues.headroomOf(queue);
  }

  /** How many deliveries may be sent to an endpoint from their facts: `most` when it holds none. */
  directRoomOf(endpointId: string): { now: number; most: number } {
    const queue = this.queues.of(endpointId);
    if (this.isStopping || !this.slices.owns(queue.slice)) return { now: 0, most: 0 };
    return this.queues.directRoomOf(queue);
  }

  /** How many more deliveries this process may send from their facts: its share of those of all processes. */
  directRoom(): number {
    return Math.max(0, directPerSlice * this.slices.owned().length - this.direct.size);
  }

  /** Holds deliveries and sends each when its time has come and there is room. */
  async hold(claimed: readonly ClaimedDelivery[]): Promise<void> {
    if (claimed.length === 0) return;
    await killPoint('webhooks.claim.after-commit');
    // The process would end before it recorded their results.
    if (this.isStopping) return this.release(claimed);
    const changed = new Set<EndpointQueue>();
    for (const delivery of claimed) {
      const queue = this.queues.of(delivery.endpointId);
      queue.setVersion(delivery.endpoint.version, delivery.heldFromMs);
      if (delivery.waitMs > 0) this.pace(queue, delivery);
      else queue.waiting.push(delivery);
      this.queues.keep(queue);
      changed.add(queue);
    }
    for (const queue of changed) this.pump(queue);
  }

  /** Pumps every queue with waiting deliveries: needed where no response or claim does. */
  pumpAll(): void {
    for (const queue of this.queues.all()) if (queue.waiting.length > 0) this.pump(queue);
  }

  private pace(queue: EndpointQueue, delivery: ClaimedDelivery): void {
    queue.pacing += 1;
    const due = new Promise<void>((resolve) => setTimeout(resolve, delivery.waitMs)).then(() => {
      queue.pacing -= 1;
      queue.waiting.push(delivery);
      this.pump(queue);
    });
    this.track(due);
  }

  /** Sends as many waiting deliveries of an endpoint as there is room for, and gives back those that it may not send. */
  private pump(queue: EndpointQueue): void {
    const nowMs = performance.now();
    const mayHold = !this.isStopping && !queue.isPausing && this.slices.owns(queue.slice);
    const unsendable = mayHold ? queue.takeStale(nowMs) : queue.takeAll();
    for (let room = this.queues.sendableOf(queue); room > 0 && queue.waiting.length > 0;) {
      if (!queue.isFresh(nowMs)) {
        if (!queue.isReading) this.track(this.readVersion(queue));
        break;
      }
      const [delivery] = queue.waiting.splice(0, 1);
      if (queue.isCurrent(delivery)) {
        this.begin(queue, delivery);
        room -= 1;
      } else unsendable.push(delivery);
    }
    this.giveBack(queue, unsendable);
    this.queues.keep(queue);
  }

  private async readVersion(queue: EndpointQueue): Promise<void> {
    queue.isReading = true;
    const { version, atMs } = await this.versions.read(queue.endpointId);
    queue.isReading = false;
    // However long the read took, this pump may use it. Otherwise a slow machine would read for ever and send nothing.
    queue.setVersion(version, Math.max(atMs, performance.now() - endpointTtlMs));
    this.pump(queue);
  }

  private begin(queue: EndpointQueue, delivery: ClaimedDelivery): void {
    queue.inFlight += 1;
    queue.unrecorded += 1;
    const sent = this.send(queue, delivery).catch((error: unknown) => {
      this.logger.error({ err: error, endpointId: queue.endpointId }, 'an attempt failed in this process');
      delivery.direct?.end(error);
    });
    this.track(
      sent.then(() => {
        queue.unrecorded -= 1;
        this.goOn(queue);
      }),
    );
  }

  private async send(queue: EndpointQueue, delivery: ClaimedDelivery): Promise<void> {
    const outcome = await this.attempts.make(delivery).finally(() => (queue.inFlight -= 1));
    this.note(queue, outcome);
    // The next delivery goes out while this result is being recorded.
    this.goOn(queue);
    await this.recorder.record({ delivery, outcome });
    if (asksForPause(outcome)) queue.isPausing = false;
  }

  private note(queue: EndpointQueue, outcome: Outcome): void {
    queue.speed = speedAfter(queue.speed, outcome.ok, outcome.latencyMs);
    if (asksForPause(outcome)) queue.isPausing = true;
    // The process holds them because the endpoint answered well until now.
    if (!outcome.ok) this.giveBack(queue, queue.takeAll());
  }

  private goOn(queue: EndpointQueue): void {
    this.pump(queue);
    if (queue.mayHaveMore && this.queues.isLow(queue)) this.claimMore();
  }

  private giveBack(queue: EndpointQueue, deliveries: ClaimedDelivery[]): void {
    if (deliveries.length === 0) return;
    const given = this.release(deliveries).catch((error: unknown) => {
      const facts = { err: error, endpointId: queue.endpointId, deliveries: deliveries.length };
      this.logger.warn(facts, 'held deliveries were not given back; they wait until their leases end');
    });
    this.track(given.then(() => this.claimMore()));
  }

  /** Puts back what is not sent: into its row, or from its fact into a row. */
  private async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const directs = deliveries.flatMap(({ direct }) => direct ?? []);
    await this.queueRows(directs);
    await giveBack(
      this.database,
      deliveries.filter(({ direct }) => direct === null),
    );
  }

  private async queueRows(directs: readonly Direct[]): Promise<void> {
    if (directs.length === 0) return;
    try {
      const { waiting } = await this.queueing.queue(directs.map(({ wanted }) => wanted));
      for (const endpointId of waiting) this.queues.of(endpointId).mayHaveMore = true;
      directs.forEach(({ end }) => end());
    } catch (error) {
      directs.forEach(({ end }) => end(error));
    }
  }

  private track(task: Promise<void>): void {
    const tracked = task.finally(() => this.tasks.delete(tracked));
    this.tasks.add(tracked);
  }
}
