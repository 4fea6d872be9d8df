import { DATABASE, LEASES } from '@app/boot';
import { Database, Leases, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { sliceCount } from '../endpoint/endpoint-row';

/** Seconds for which a process has a slice. */
export const leaseS = 30;
/** An attempt of 15 s ends within it, with its wait for the endpoint's rate. Nothing begins this close to a lease's end. */
const attemptMs = 17_000;

/**
 * With every second look, which come each 4 s, while nothing changes: 9 s after the last renewal at the latest, slices may be sent
 * to for 4 s more. In milliseconds.
 */
const renewEveryMs = 7_000;

const members = `select from lease where name like 'sender:%' and until > app.now()`;

const countMembers = {
  name: 'senders-count',
  text: `with gone as (delete from lease where name like 'sender:%' and until < app.now() - interval '1 hour')
         select count(*)::int as count from (${members}) m`,
};

/** What the slices need to know of the sender. */
export interface SliceUse {
  /** Called when this process owns more slices than before. */
  onTaken: () => void;
  /** Whether an attempt for an endpoint of the slice is under way. */
  isBusy: (slice: number) => boolean;
}

/**
 * The slices of endpoints that this process owns by lease, and sends to. A slice has one owner at a time, so that the
 * limits of an endpoint are kept in the memory of one process.
 */
@Injectable()
export class SliceService {
  /** Owned slices, and until when on this process's monotonic clock, counted from before the lease was requested. */
  private readonly ownedUntil = new Map<number, number>();
  /** Slices that this process gives up, and from when on no attempt of theirs can be under way, even a hanging one. */
  private readonly leavingAt = new Map<number, number>();
  private readonly member = `sender:${newId('clm')}`;
  /** How many processes send, this one included, and when this one last said that it does. */
  private members = 0;
  private renewedAtMs = -Infinity;
  private use: SliceUse = { onTaken: () => undefined, isBusy: () => true };

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LEASES) private readonly leases: Leases,
  ) {}

  useBy(use: SliceUse): void {
    this.use = use;
  }

  /** Releases all slices, so that other processes begin at once. Call it when no attempt is under way. */
  async release(): Promise<void> {
    for (const slice of [...this.ownedUntil.keys(), ...this.leavingAt.keys()]) await this.leases.release(nameOf(slice));
    this.ownedUntil.clear();
    this.leavingAt.clear();
    await this.leases.release(this.member);
  }

  /** The slices of which this process may claim deliveries now. */
  owned(): number[] {
    const latest = performance.now() + attemptMs;
    return [...this.ownedUntil].filter(([, until]) => until >= latest).map(([slice]) => slice);
  }

  /** Whether this process may send a delivery of this slice now. */
  owns(slice: number): boolean {
    return (this.ownedUntil.get(slice) ?? -Infinity) >= performance.now() + attemptMs;
  }

  /** Whether it is time to renew, slices are to be taken or given up, or another process sends than the last renewal found. */
  async look(): Promise<boolean> {
    const isSettled = this.leavingAt.size === 0 && this.ownedUntil.size === this.share;
    if (!isSettled || performance.now() - this.renewedAtMs >= renewEveryMs) return true;
    return this.database.finds(`select where (select count(*) from (${members}) m) <> ${this.members}`);
  }

  /** Renews the leases of its share, gives up slices beyond it, and takes free ones up to it. */
  async renew(): Promise<void> {
    this.renewedAtMs = performance.now();
    await this.leases.take(this.member, leaseS);
    this.members = await this.countMembers();
    const { share } = this;
    const owned = [...this.ownedUntil.keys()];
    await this.keep(owned.slice(0, share));
    for (const slice of owned.slice(share)) this.giveUp(slice);
    await this.releaseLeft();
    const before = this.ownedUntil.size;
    const first = Math.floor(Math.random() * sliceCount);
    for (let i = 0; i < sliceCount && this.ownedUntil.size < share; i += 1) {
      const slice = (first + i) % sliceCount;
      if (!this.ownedUntil.has(slice) && !this.leavingAt.has(slice)) await this.take(slice);
    }
    for (const [slice, until] of this.ownedUntil) if (until < performance.now()) this.ownedUntil.delete(slice);
    if (this.ownedUntil.size > before) this.use.onTaken();
  }

  private async keep(slices: number[]): Promise<void> {
    if (slices.length === 0) return;
    const requestedAt = performance.now();
    const held = await this.leases.renew(slices.map(nameOf), leaseS);
    for (const slice of slices) {
      if (held.has(nameOf(slice))) this.ownedUntil.set(slice, requestedAt + leaseS * 1000);
      else this.ownedUntil.delete(slice);
    }
  }

  private async take(slice: number): Promise<void> {
    const requestedAt = performance.now();
    const lease = await this.leases.take(nameOf(slice), leaseS);
    if (lease) this.ownedUntil.set(slice, requestedAt + leaseS * 1000);
    else this.ownedUntil.delete(slice);
  }

  private giveUp(slice: number): void {
    this.ownedUntil.delete(slice);
    this.leavingAt.set(slice, performance.now() + attemptMs);
  }

  private async releaseLeft(): Promise<void> {
    for (const [slice, at] of this.leavingAt) {
      if (at > performance.now() && this.use.isBusy(slice)) continue;
      await this.leases.release(nameOf(slice));
      this.leavingAt.delete(slice);
    }
  }

  private get share(): number {
    return Math.ceil(sliceCount / this.members);
  }

  private async countMembers(): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(countMembers);
    return Math.max(1, rows[0].count);
  }
}

function nameOf(slice: number): string {
  return `slice:${slice}`;
}
