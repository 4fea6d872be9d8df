import { BUS } from '@app/boot';
import { Bus } from '@app/bus';
import { ReadsCounted, readsCounted } from '@app/contracts/gateway';
import { afterBeat } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

/** Between two messages of a gateway that has reads in flight, while another gateway lives. */
const busyBeatMs = 100;
/** Between two messages at other times. */
const beatMs = 500;
const changeMs = 5;
/** A gateway whose latest message is older than this counts as gone. */
const goneMs = 2000;
/** Long enough to receive a message of every live gateway before this one counts its first request. */
const listenMs = 350;

interface OtherGateway {
  receivedAtMs: number;
  reads: Record<string, number>;
}

/**
 * The live gateways, and the reads in flight at each. Every gateway broadcasts its own counts again and again, and at once
 * when they change or another gateway appears. The next message makes up for a lost one.
 */
@Injectable()
export class Presence {
  /** This process, among gateways. */
  readonly id = randomUUID();
  private readonly others = new Map<string, OtherGateway>();
  private cancelBeat: () => void = () => undefined;
  private isStopped = false;
  private isBeatPlanned = false;
  private own: () => Record<string, number> = () => ({});

  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /** Sets the source of the counts that this gateway broadcasts, by `organization namespace`. */
  publish(own: () => Record<string, number>): void {
    this.own = own;
  }

  async start(): Promise<void> {
    this.bus.onBroadcast(readsCounted, (counted) => this.receive(counted));
    this.beat();
    await new Promise((resolve) => setTimeout(resolve, listenMs));
  }

  stop(): void {
    this.isStopped = true;
    this.cancelBeat();
  }

  /** The number of live gateways, this one included. */
  live(): number {
    this.forgetGone();
    return this.others.size + 1;
  }

  /** Reads in flight at other gateways. @param key `organization namespace` */
  readsElsewhere(key: string): number {
    let sum = 0;
    for (const { reads } of this.others.values()) sum += reads[key] ?? 0;
    return sum;
  }

  /** Broadcasts the counts soon; changes within a few milliseconds share one message. */
  changed(): void {
    if (this.isBeatPlanned || this.others.size === 0) return;
    this.isBeatPlanned = true;
    setTimeout(() => {
      this.isBeatPlanned = false;
      this.beat();
    }, changeMs).unref();
  }

  private beat(): void {
    if (this.isStopped) return;
    this.forgetGone();
    const reads = this.own();
    this.bus.broadcast(readsCounted, { gateway: this.id, reads });
    const isBusy = this.others.size > 0 && Object.keys(reads).length > 0;
    this.cancelBeat();
    this.cancelBeat = afterBeat(isBusy ? busyBeatMs : beatMs, () => this.beat());
  }

  private receive({ gateway, reads }: ReadsCounted): void {
    if (gateway === this.id) return;
    const isNew = !this.others.has(gateway);
    this.others.set(gateway, { receivedAtMs: performance.now(), reads });
    // The new gateway takes no request before it has heard of all others.
    if (isNew) this.changed();
  }

  /** While the bus is away no message arrives, so no gateway counts as gone. */
  private forgetGone(): void {
    if (!this.bus.connection.connected) return;
    const nowMs = performance.now();
    for (const [id, { receivedAtMs }] of this.others) if (nowMs - receivedAtMs > goneMs) this.others.delete(id);
  }
}
