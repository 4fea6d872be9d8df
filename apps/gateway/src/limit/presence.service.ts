import { Bus } from '@app/bus';
import { ReadsCounted, readsCounted } from '@app/contracts';

const beatMs = 100;
const changeMs = 5;
/** A gateway that was not heard for this long is gone. */
const goneMs = 2000;
/** Long enough to hear every living gateway before the first request is counted. */
const listenMs = 350;

interface Other {
  heardAtMs: number;
  reads: Record<string, number>;
}

/**
 * Which gateways live, and the reads in flight at each: every one tells the others its own counts each 100 ms, and at
 * once when they change. A lost message is mended by the next.
 */
export class Presence {
  private readonly others = new Map<string, Other>();
  private timer: NodeJS.Timeout | undefined;
  private told = false;
  private own: () => Record<string, number> = () => ({});

  constructor(
    private readonly bus: Bus,
    /** This process, among gateways. */
    readonly id: string,
  ) {}

  /** Where the counts of this gateway come from. */
  tells(own: () => Record<string, number>): void {
    this.own = own;
  }

  async start(): Promise<void> {
    this.bus.onBroadcast(readsCounted, (counted) => this.hear(counted));
    this.beat();
    this.timer = setInterval(() => this.beat(), beatMs);
    await new Promise((resolve) => setTimeout(resolve, listenMs));
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Gateways that count, this one included. */
  live(): number {
    this.forget();
    return this.others.size + 1;
  }

  /** Reads in flight elsewhere, of one organization's namespace. */
  elsewhere(place: string): number {
    let sum = 0;
    for (const { reads } of this.others.values()) sum += reads[place] ?? 0;
    return sum;
  }

  /** Tells the others soon: changes of a few milliseconds go together. */
  changed(): void {
    if (this.told || this.others.size === 0) return;
    this.told = true;
    setTimeout(() => {
      this.told = false;
      this.beat();
    }, changeMs).unref();
  }

  private beat(): void {
    this.forget();
    this.bus.broadcast(readsCounted, { gateway: this.id, reads: this.own() });
  }

  private hear({ gateway, reads }: ReadsCounted): void {
    if (gateway !== this.id) this.others.set(gateway, { heardAtMs: performance.now(), reads });
  }

  /** While the bus is away nobody is heard, and nobody is thought gone. */
  private forget(): void {
    if (!this.bus.connection.connected) return;
    const nowMs = performance.now();
    for (const [id, { heardAtMs }] of this.others) if (nowMs - heardAtMs > goneMs) this.others.delete(id);
  }
}
