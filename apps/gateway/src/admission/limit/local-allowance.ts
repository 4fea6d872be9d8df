import { AllowanceBorrowed, BorrowAllowance } from '@app/contracts/gateway';
import { Demand, Grant } from './rate-limiter';
import { grantMs, longestGrantMs } from './sliding-window';

/** Requests that one message to the leader asks for, at most. */
const maxBorrow = 50;
const maxBorrowsInFlight = 8;
/** The shortest time in which this gateway says that it spends what it is granted, and the step of such times; milliseconds. */
const [leastMs, stepMs] = [20, 10];
/** By which part of itself the longest round trip of late falls with each shorter one. */
const forgetting = 0.1;
/** After a reply that granted nothing, requests are refused without asking; milliseconds. Then a slot more is free. */
const refuseMs = 10;

/** Asks the limit leader for requests of one key. */
export type Borrow = (query: Omit<BorrowAllowance, 'borrower'>) => Promise<AllowanceBorrowed>;

/** Requests that the leader granted and that this gateway has not let in yet. */
interface Granted {
  count: number;
  untilMs: number;
}

interface Waiting {
  resolve(grant: Grant): void;
  reject(error: Error): void;
}

/**
 * The requests of one key that the limit leader granted to this gateway, to be spent within 50 ms, or within two round
 * trips where these take longer: a grant that arrives after its time is lost, while the leader counts it. The gateway asks
 * ahead of need, by what the last slots of 50 ms needed, and refuses without asking for a moment after the leader granted
 * nothing.
 *
 * The leader counts what it grants as if it were spent last of all. Where a limit is reached, what is granted and not spent,
 * or spent long before, is missing to others: then the gateway asks for the requests that wait alone, and says that it
 * spends them within about two round trips.
 */
export class LocalAllowance {
  private granted: Granted[] = [];
  private waiting: Waiting[] = [];
  private borrowsInFlight = 0;
  /** The longest round trip to the leader of late, in milliseconds. */
  private tripMs = grantMs / 2;
  private spentThisSlot = 0;
  /** Moving average of the requests spent in a slot. */
  private pace = 0;
  private slot = 0;
  private last: Grant = { granted: 0, keyRemaining: 0, organizationRemaining: 0 };
  private refuseUntilMs = 0;
  /** Time of the latest request, in milliseconds of `performance.now()`. */
  usedAtMs = 0;

  constructor(private readonly borrow: Borrow) {}

  /**
   * Takes one request: at once when the leader has granted enough, else after asking it.
   * @throws the error of `borrow`
   */
  take(demand: Demand, nowMs: number): Grant | Promise<Grant> {
    this.usedAtMs = nowMs;
    this.moveTo(nowMs);
    const left = this.left(nowMs);
    if (left > 0) {
      this.spendOne();
      if (!this.isTight() && left - 1 < this.pace / 2 && this.borrowsInFlight === 0) this.ask(demand, nowMs);
      return this.grantOfOne(nowMs);
    }
    if (nowMs < this.refuseUntilMs) return { ...this.last };
    return new Promise<Grant>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      const isShort = this.waiting.length > this.borrowsInFlight * maxBorrow;
      if (this.borrowsInFlight === 0 || (isShort && this.borrowsInFlight < maxBorrowsInFlight)) this.ask(demand, nowMs);
    });
  }

  private ask(demand: Demand, sentAtMs: number): void {
    this.borrowsInFlight++;
    const isTight = this.isTight();
    const ahead = isTight ? 0 : Math.ceil(this.pace);
    const withinMs = isTight ? this.twoTripsMs(leastMs) : this.twoTripsMs(grantMs);
    this.borrow({
      key: demand.key,
      organization: demand.organization,
      requests: Math.max(1, Math.min(maxBorrow, this.waiting.length + ahead)),
      key_limit: demand.keyLimit,
      organization_limit: demand.organizationLimit,
      spend_within_ms: withinMs,
    }).then(
      (reply) => {
        this.borrowsInFlight--;
        this.receive(demand, reply, { sentAtMs, withinMs });
      },
      (error: unknown) => {
        this.borrowsInFlight--;
        const failure = error instanceof Error ? error : new Error(String(error));
        for (const { reject } of this.waiting.splice(0)) reject(failure);
      },
    );
  }

  private receive(demand: Demand, reply: AllowanceBorrowed, asked: { sentAtMs: number; withinMs: number }): void {
    const nowMs = performance.now();
    const tripMs = nowMs - asked.sentAtMs;
    this.tripMs = Math.max(tripMs, this.tripMs + (tripMs - this.tripMs) * forgetting);
    this.last = {
      granted: 0,
      keyRemaining: reply.key_remaining,
      organizationRemaining: reply.organization_remaining,
    };
    // The leader counted from when it received the message, which is later than when it was sent.
    const untilMs = asked.sentAtMs + asked.withinMs;
    if (reply.granted > 0 && nowMs < untilMs) this.granted.push({ count: reply.granted, untilMs });
    if (reply.granted === 0) this.refuseUntilMs = nowMs + refuseMs;
    while (this.waiting.length > 0 && this.left(nowMs) > 0) {
      this.spendOne();
      this.waiting.shift()!.resolve(this.grantOfOne(nowMs));
    }
    if (this.waiting.length === 0) return;
    if (reply.granted === 0) for (const { resolve } of this.waiting.splice(0)) resolve({ ...this.last });
    else if (this.borrowsInFlight === 0) this.ask(demand, nowMs);
  }

  /** The last reply left nothing: one of the limits is reached. */
  private isTight(): boolean {
    return Math.min(this.last.keyRemaining, this.last.organizationRemaining) === 0;
  }

  private twoTripsMs(atLeastMs: number): number {
    return Math.min(longestGrantMs, Math.max(atLeastMs, Math.ceil((2 * this.tripMs) / stepMs) * stepMs));
  }

  private spendOne(): void {
    this.granted[0].count--;
    this.spentThisSlot++;
  }

  /** One request, and what is left by the leader's last reply and here. */
  private grantOfOne(nowMs: number): Grant {
    const left = this.left(nowMs);
    const { keyRemaining, organizationRemaining } = this.last;
    return { granted: 1, keyRemaining: keyRemaining + left, organizationRemaining: organizationRemaining + left };
  }

  /** Requests granted, not spent, and still good. */
  private left(nowMs: number): number {
    while (this.granted.length > 0 && (this.granted[0].count === 0 || this.granted[0].untilMs <= nowMs))
      this.granted.shift();
    let sum = 0;
    for (const { count } of this.granted) sum += count;
    return sum;
  }

  private moveTo(nowMs: number): void {
    const slot = Math.floor(nowMs / grantMs);
    if (slot === this.slot) return;
    this.pace = slot === this.slot + 1 ? (this.pace + this.spentThisSlot) / 2 : this.spentThisSlot / 2;
    this.spentThisSlot = 0;
    this.slot = slot;
  }
}
