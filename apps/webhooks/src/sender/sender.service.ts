import { CONFIG, HEALTH, LOGGER, METRICS } from '@app/boot';
import type { RoomConfig } from '@app/boot';
import type { Outcome } from '@app/egress';
import type { Logger } from '@app/observability';
import { Health, Loop, Metrics } from '@app/observability';
import { killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { webhooksSettings } from '../app.config';
import { Allowance, ClaimStore, Turn } from '../delivery/claim.store';
import { ClaimedDelivery } from '../delivery/delivery';
import { asksForPause } from '../delivery/settlement';
import { Attempts } from './attempts.service';
import { slotsFor } from './pacer';
import { Recorder } from './recorder.service';
import { maxHeld, maxInFlight, roomFor } from './room';
import { Slices } from './slices.service';

const idleMs = 200;

/** Takes due deliveries, has attempts made of them, and hands over what they came to. */
@Injectable()
export class Sender {
  private readonly loop: Loop;
  /** Sent and not answered, by endpoint. */
  private readonly inFlight = new Map<string, number>();
  /** Claimed and not kept, by endpoint: what a death now would repeat at most. */
  private readonly held = new Map<string, number>();
  private readonly underWay = new Set<Promise<void>>();
  /** Asked for a pause, which is being kept. */
  private readonly pausing = new Set<string>();

  constructor(
    private readonly claims: ClaimStore,
    private readonly slices: Slices,
    private readonly attempts: Attempts,
    private readonly recorder: Recorder,
    @Inject(CONFIG) private readonly config: RoomConfig<typeof webhooksSettings>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.loop = new Loop({ name: 'webhook-sender', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'webhook-sender', check: () => this.loop.stuckFor(30_000) ?? this.slices.stuck() });
    metrics.gauge('webhook_in_flight', 'Deliveries under way in this process.', [], (gauge) =>
      gauge.set(this.underWay.size),
    );
  }

  async start(): Promise<void> {
    await this.slices.start(() => this.wake());
    this.loop.start();
  }

  /** Takes nothing new, ends what is under way, then lets others begin. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.underWay);
    await this.slices.stop();
    this.attempts.close();
  }

  wake(): void {
    this.loop.wake();
  }

  private async turn(): Promise<boolean> {
    const slices = this.slices.owned();
    if (slices.length === 0 || this.underWay.size >= this.config.sendersInFlight) return false;
    const full = [...this.held.keys()].filter((endpointId) => this.roomOf(endpointId) === 0);
    const busy = [...full, ...this.pausing];
    const claimed = await this.claims.claim(slices, busy, (turns) => this.allow(turns));
    await killPoint('webhooks.claim.after-commit');
    for (const delivery of claimed) this.begin(delivery);
    return claimed.length > 0;
  }

  private roomOf(endpointId: string, taken = 0): number {
    const total = this.underWay.size + taken;
    const room = roomFor(this.inFlight.get(endpointId) ?? 0, total, this.config.sendersInFlight);
    return Math.max(0, Math.min(room, maxHeld - (this.held.get(endpointId) ?? 0)));
  }

  private allow(turns: Turn[]): Allowance[] {
    let taken = 0;
    return turns.map(({ endpointId, maxPerSecond, pacedForMs }) => {
      const room = this.roomOf(endpointId, taken);
      const { waitsMs, nextAtMs } = slotsFor(maxPerSecond, pacedForMs, 0, Math.min(room, maxInFlight));
      taken += waitsMs.length;
      return { endpointId, waitsMs, nextInMs: nextAtMs };
    });
  }

  private begin(delivery: ClaimedDelivery): void {
    const { endpointId } = delivery;
    count(this.inFlight, endpointId, 1);
    count(this.held, endpointId, 1);
    const work = this.send(delivery)
      .catch((error: unknown) => this.logger.error({ err: error, endpointId }, 'an attempt broke off'))
      .finally(() => {
        this.underWay.delete(work);
        count(this.held, endpointId, -1);
        this.wake();
      });
    this.underWay.add(work);
  }

  private async send(delivery: ClaimedDelivery): Promise<void> {
    const outcome = await this.attemptOf(delivery).finally(() => this.leave(delivery.endpointId));
    if (outcome === null) return this.claims.giveBack(delivery);
    await this.recorder.record({ delivery, outcome });
    if (asksForPause(outcome)) this.pausing.delete(delivery.endpointId);
  }

  /** Null when nothing was sent: the endpoint was paused, disabled or deleted between claim and attempt. */
  private async attemptOf(delivery: ClaimedDelivery): Promise<Outcome | null> {
    const { endpointId, waitMs } = delivery;
    let { endpoint } = delivery;
    if (waitMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const valid = await this.claims.recheck(delivery);
      if (!valid) return null;
      endpoint = valid;
    }
    if (this.pausing.has(endpointId)) return null;
    const outcome = await this.attempts.make(delivery, endpoint);
    if (asksForPause(outcome)) this.pausing.add(endpointId);
    return outcome;
  }

  /** The place is free with the answer: the next delivery goes while this result is being kept. */
  private leave(endpointId: string): void {
    count(this.inFlight, endpointId, -1);
    this.wake();
  }
}

function count(map: Map<string, number>, endpointId: string, by: 1 | -1): void {
  const now = (map.get(endpointId) ?? 0) + by;
  if (now > 0) map.set(endpointId, now);
  else map.delete(endpointId);
}
