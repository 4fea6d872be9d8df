import { LEASES, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Loop } from '@app/observability';
import { Database, Leases, newId } from '@app/persistence';
import { DATABASE } from '@app/boot';
import { Inject, Injectable } from '@nestjs/common';
import { sliceCount } from '../endpoint/endpoint.store';

const leaseS = 30;
const renewMs = 4_000;
/** An attempt's 15 s and its pace end within it: nothing is taken that could be under way when the lease ends. */
const attemptMs = 17_000;

/** What the sender does with slices. */
export interface SliceUse {
  /** Called when more are held. */
  onTaken: () => void;
  /** Whether an attempt for one of its endpoints is under way. */
  isBusy: (slice: number) => boolean;
}

/** Which groups of endpoints this process sends for. One owner at a time: an endpoint's limits are local to it. */
@Injectable()
export class SliceService {
  /** Until when each is held, by this process's own monotonic time, counted from before the lease was asked for. */
  private readonly heldUntil = new Map<number, number>();
  /** Given up, nothing new begins: from when on nothing of theirs can be under way, however long an attempt hangs. */
  private readonly leavingAt = new Map<number, number>();
  private readonly member = `sender:${newId('clm')}`;
  private readonly loop: Loop;
  private use: SliceUse = { onTaken: () => undefined, isBusy: () => true };

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop({ name: 'webhook-slices', idleMs: renewMs, logger, turn: () => this.renew() });
  }

  async start(use: SliceUse): Promise<void> {
    this.use = use;
    await this.renew();
    this.loop.start();
  }

  /** Call when nothing is under way: others may begin at once. */
  async stop(): Promise<void> {
    await this.loop.stop();
    for (const slice of [...this.heldUntil.keys(), ...this.leavingAt.keys()]) await this.leases.release(nameOf(slice));
    this.heldUntil.clear();
    this.leavingAt.clear();
    await this.leases.release(this.member);
  }

  /** The slices from which deliveries may be taken now. */
  owned(): number[] {
    const latest = performance.now() + attemptMs;
    return [...this.heldUntil].filter(([, until]) => until >= latest).map(([slice]) => slice);
  }

  /** Whether a delivery of this slice may be sent now. */
  owns(slice: number): boolean {
    return (this.heldUntil.get(slice) ?? -Infinity) >= performance.now() + attemptMs;
  }

  stuck(): string | null {
    return this.loop.stuckFor(leaseS * 1000);
  }

  /** Renews what it holds up to its share, gives the rest up, and takes what is free. */
  private async renew(): Promise<boolean> {
    await this.leases.take(this.member, leaseS);
    const share = Math.ceil(sliceCount / (await this.members()));
    const held = [...this.heldUntil.keys()];
    for (const slice of held.slice(0, share)) await this.take(slice);
    for (const slice of held.slice(share)) this.giveUp(slice);
    await this.releaseLeft();
    const before = this.heldUntil.size;
    const first = Math.floor(Math.random() * sliceCount);
    for (let i = 0; i < sliceCount && this.heldUntil.size < share; i += 1) {
      const slice = (first + i) % sliceCount;
      if (!this.heldUntil.has(slice) && !this.leavingAt.has(slice)) await this.take(slice);
    }
    for (const [slice, until] of this.heldUntil) if (until < performance.now()) this.heldUntil.delete(slice);
    if (this.heldUntil.size > before) this.use.onTaken();
    return false;
  }

  private async take(slice: number): Promise<void> {
    const askedAt = performance.now();
    const lease = await this.leases.take(nameOf(slice), leaseS);
    if (lease) this.heldUntil.set(slice, askedAt + leaseS * 1000);
    else this.heldUntil.delete(slice);
  }

  private giveUp(slice: number): void {
    this.heldUntil.delete(slice);
    this.leavingAt.set(slice, performance.now() + attemptMs);
  }

  private async releaseLeft(): Promise<void> {
    for (const [slice, at] of this.leavingAt) {
      if (at > performance.now() && this.use.isBusy(slice)) continue;
      await this.leases.release(nameOf(slice));
      this.leavingAt.delete(slice);
    }
  }

  private async members(): Promise<number> {
    await this.database.query(`delete from lease where name like 'sender:%' and until < app.now() - interval '1 hour'`);
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::int as count from lease where name like 'sender:%' and until > app.now()`,
    );
    return Math.max(1, rows[0].count);
  }
}

function nameOf(slice: number): string {
  return `slice:${slice}`;
}
