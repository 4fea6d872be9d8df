import { CONFIG, HEALTH, LOGGER, METRICS } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import type { Outcome } from '@app/egress';
import type { Logger } from '@app/observability';
import { Health, Loop, Metrics } from '@app/observability';
import { killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { webhooksSettings } from '../app.config';
import { ClaimLimit, ClaimStore, DueEndpoint } from '../delivery/claim.store';
import { ClaimedDelivery } from '../delivery/delivery';
import { HeldStore } from '../delivery/held.store';
import { Headroom, countOf } from '../delivery/headroom';
import { asksForPause } from '../delivery/settlement';
import { endpointTtlMs } from '../endpoint/endpoint-ttl';
import { AttemptService } from './attempt.service';
import { VersionReader } from './version-reader.service';
import { EndpointQueue } from './endpoint-queue';
import { EndpointQueues } from './endpoint-queues';
import { slotsFor } from './pacer';
import { ResultRecorder } from './result-recorder.service';
import { maxInFlight, speedAfter } from './in-flight';
import { SliceService } from './slice.service';

const idleMs = 200;
const nothing: Headroom = { now: 0, ahead: 0 };

/** Holds due deliveries, has attempts made of them as there is room, and hands over what they came to. */
@Injectable()
export class Sender {
  private readonly loop: Loop;
  private readonly lines: EndpointQueues;
  private readonly underWay = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly claims: ClaimStore,
    private readonly held: HeldStore,
    private readonly inForce: VersionReader,
    private readonly slices: SliceService,
    private readonly attempts: AttemptService,
    private readonly recorder: ResultRecorder,
    @Inject(CONFIG) config: ServiceConfig<typeof webhooksSettings>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.lines = new EndpointQueues(config.sendersInFlight);
    this.loop = new Loop({ name: 'webhook-sender', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'webhook-sender', check: () => this.loop.stuckFor(30_000) ?? this.slices.stuck() });
    metrics.gauge('webhook_in_flight', 'Deliveries under way in this process.', [], (gauge) =>
      gauge.set(this.lines.load().underWay),
    );
  }

  async start(): Promise<void> {
    await this.slices.start({ onTaken: () => this.wake(), isBusy: (slice) => this.lines.isBusy(slice) });
    this.loop.start();
  }

  /** Takes nothing new, gives back what was not sent, ends what is under way, then lets others begin. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.loop.stop();
    for (const line of this.lines.all()) this.giveBack(line, line.takeAll());
    while (this.underWay.size > 0) await Promise.all(this.underWay);
    await this.slices.stop();
    this.attempts.close();
  }

  /** @param queued endpoints for which more waits now */
  wake(queued: readonly string[] = []): void {
    for (const endpointId of queued) this.lines.of(endpointId).mayHaveMore = true;
    this.loop.wake();
  }

  /** What may be held of an endpoint from the moment it is queued: nothing where another process sends. */
  placesOf(endpointId: string): Headroom {
    const line = this.lines.of(endpointId);
    return this.isStopping || !this.slices.owns(line.slice) ? nothing : this.lines.placesOf(line);
  }

  /** Sends what was claimed, each when its time has come and there is room. */
  async hold(claimed: readonly ClaimedDelivery[]): Promise<void> {
    if (claimed.length === 0) return;
    await killPoint('webhooks.claim.after-commit');
    // Queued while this process ends: nobody would wait for their attempts.
    if (this.isStopping) return this.held.giveBack(claimed);
    const touched = new Set<EndpointQueue>();
    for (const delivery of claimed) {
      const line = this.lines.of(delivery.endpointId);
      line.learn(delivery.endpoint.version, delivery.heldFromMs);
      if (delivery.waitMs > 0) this.pace(line, delivery);
      else line.waiting.push(delivery);
      this.lines.keep(line);
      touched.add(line);
    }
    for (const line of touched) this.pump(line);
  }

  private async turn(): Promise<boolean> {
    this.sweep();
    const slices = this.slices.owned();
    const load = this.lines.load();
    if (slices.length === 0 || load.underWay >= this.lines.bound) return false;
    let allowed: ClaimLimit[] = [];
    const claimed = await this.claims.claim(slices, this.lines.busy(load), (turns) => (allowed = this.allow(turns)));
    const counts = countOf(claimed);
    await this.hold(claimed);
    for (const { endpointId, waitsMs, ahead } of allowed)
      if ((counts.get(endpointId) ?? 0) >= waitsMs.length + ahead) this.lines.of(endpointId).mayHaveMore = true;
    return claimed.length > 0;
  }

  private allow(turns: DueEndpoint[]): ClaimLimit[] {
    const load = this.lines.load();
    return turns.map(({ endpointId, maxPerSecond, pacedForMs }) => {
      const line = this.lines.of(endpointId);
      const { now, ahead } = this.lines.placesOf(line, load);
      const { waitsMs, nextAtMs } = slotsFor(maxPerSecond, pacedForMs, 0, Math.min(now, maxInFlight));
      load.underWay += waitsMs.length;
      // Who queues more says so after this; what this claim leaves is seen by its count.
      line.mayHaveMore = false;
      return { endpointId, waitsMs, ahead: maxPerSecond === null ? ahead : 0, nextInMs: nextAtMs };
    });
  }

  private pace(line: EndpointQueue, delivery: ClaimedDelivery): void {
    line.pacing += 1;
    const due = new Promise<void>((resolve) => setTimeout(resolve, delivery.waitMs)).then(() => {
      line.pacing -= 1;
      line.waiting.push(delivery);
      this.pump(line);
    });
    this.track(due);
  }

  /** Sends from an endpoint's line as much as there is room for, by what is known of the endpoint now. */
  private pump(line: EndpointQueue): void {
    const nowMs = performance.now();
    const mayHold = !this.isStopping && !line.isPausing && this.slices.owns(line.slice);
    const spoilt = mayHold ? line.takeStale(nowMs) : line.takeAll();
    for (let room = this.lines.roomOf(line); room > 0 && line.waiting.length > 0;) {
      if (!line.isKnown(nowMs)) {
        if (!line.isAsking) this.track(this.ask(line));
        break;
      }
      const [delivery] = line.waiting.splice(0, 1);
      if (line.isInForce(delivery)) {
        this.begin(line, delivery);
        room -= 1;
      } else spoilt.push(delivery);
    }
    this.giveBack(line, spoilt);
    this.lines.keep(line);
  }

  private async ask(line: EndpointQueue): Promise<void> {
    line.isAsking = true;
    const { version, atMs } = await this.inForce.ask(line.endpointId);
    line.isAsking = false;
    // However long the answer took, it is good for what is sent at once; else a slow machine would ask for ever.
    line.learn(version, Math.max(atMs, performance.now() - endpointTtlMs));
    this.pump(line);
  }

  private begin(line: EndpointQueue, delivery: ClaimedDelivery): void {
    line.inFlight += 1;
    line.unkept += 1;
    const work = this.send(line, delivery).catch((error: unknown) =>
      this.logger.error({ err: error, endpointId: line.endpointId }, 'an attempt broke off'),
    );
    this.track(
      work.then(() => {
        line.unkept -= 1;
        this.goOn(line);
      }),
    );
  }

  private async send(line: EndpointQueue, delivery: ClaimedDelivery): Promise<void> {
    const outcome = await this.attempts.make(delivery).finally(() => (line.inFlight -= 1));
    this.note(line, outcome);
    // The place is free with the answer: the next delivery goes while this result is being kept.
    this.goOn(line);
    await this.recorder.record({ delivery, outcome });
    if (asksForPause(outcome)) line.isPausing = false;
  }

  private note(line: EndpointQueue, outcome: Outcome): void {
    line.pace = speedAfter(line.pace, outcome.ok, outcome.latencyMs);
    if (asksForPause(outcome)) line.isPausing = true;
    // What waits was held because the endpoint was well.
    if (!outcome.ok) this.giveBack(line, line.takeAll());
  }

  private goOn(line: EndpointQueue): void {
    this.pump(line);
    if (line.mayHaveMore && this.lines.isLow(line)) this.wake();
  }

  private giveBack(line: EndpointQueue, deliveries: ClaimedDelivery[]): void {
    if (deliveries.length === 0) return;
    const given = this.held.giveBack(deliveries).catch((error: unknown) => {
      const facts = { err: error, endpointId: line.endpointId, deliveries: deliveries.length };
      this.logger.warn(facts, 'held deliveries were not given back; they wait for the end of their leases');
    });
    this.track(given.then(() => this.wake()));
  }

  /** What waits goes on, or back, also where nothing else moves. */
  private sweep(): void {
    for (const line of this.lines.all()) if (line.waiting.length > 0) this.pump(line);
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }
}
