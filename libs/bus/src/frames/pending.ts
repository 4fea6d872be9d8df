import { PartedReply } from '../parts/parted-reply';
import { RawReply } from '../reply';
import { SentFrame } from './sent-frames';

/** A request that travels in a frame and waits for its reply. */
export interface Pending {
  readonly id: number;
  readonly frame: SentFrame;
  readonly deadlineAtMs: number;
  /** When something was last heard of it, or it was sent; of the clock of `Silence`. */
  heardAtMs: number;
  /** @param reply null: the frame has reached nobody, and the request travels by itself */
  resolve(reply: RawReply | PartedReply | null): void;
  reject(error: unknown): void;
}

/** A timer holds at most this many milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/** Requests by id until each has its reply or its deadline has passed. One timer, set to the earliest deadline, ends them. */
export class PendingRequests {
  private readonly byId = new Map<number, Pending>();
  private lastId = 0;
  private timer: NodeJS.Timeout | undefined;
  private firesAtMs = Infinity;

  /** @param expired ends a request whose deadline has passed */
  constructor(private readonly expired: (pending: Pending) => void) {}

  get size(): number {
    return this.byId.size;
  }

  /** @returns the id of the request, below 2^32 */
  add(request: Omit<Pending, 'id'>): number {
    do this.lastId = (this.lastId + 1) >>> 0;
    while (this.byId.has(this.lastId));
    this.byId.set(this.lastId, { ...request, id: this.lastId });
    if (request.deadlineAtMs < this.firesAtMs) this.arm(request.deadlineAtMs);
    return this.lastId;
  }

  /** The request of this id, which waits no longer; undefined for an id that nobody waits for. */
  take(id: number): Pending | undefined {
    const pending = this.byId.get(id);
    if (pending) this.byId.delete(id);
    return pending;
  }

  /** The request of this id, which goes on waiting. */
  get(id: number): Pending | undefined {
    return this.byId.get(id);
  }

  /** Those for which `isOver` says so, which wait no longer. */
  takeWhere(isOver: (pending: Pending) => boolean): Pending[] {
    return [...this.byId.values()].filter((pending) => isOver(pending) && this.byId.delete(pending.id));
  }

  takeAll(): Pending[] {
    const all = [...this.byId.values()];
    this.byId.clear();
    this.disarm();
    return all;
  }

  private arm(deadlineAtMs: number): void {
    this.disarm();
    this.firesAtMs = deadlineAtMs;
    const delayMs = Math.min(Math.max(1, deadlineAtMs - Date.now()), longestTimerMs);
    this.timer = setTimeout(() => this.expire(), delayMs);
    this.timer.unref();
  }

  private disarm(): void {
    clearTimeout(this.timer);
    this.firesAtMs = Infinity;
  }

  private expire(): void {
    const nowMs = Date.now();
    let next = Infinity;
    for (const pending of this.byId.values()) {
      if (pending.deadlineAtMs > nowMs) {
        next = Math.min(next, pending.deadlineAtMs);
      } else {
        this.byId.delete(pending.id);
        this.expired(pending);
      }
    }
    if (next < Infinity) this.arm(next);
    else this.disarm();
  }
}
