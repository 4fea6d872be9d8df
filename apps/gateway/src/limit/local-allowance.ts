import { BorrowAllowance, AllowanceBorrowed } from '@app/contracts';
import { Demand, Grant } from './rate-limiter';
import { slotMs } from './sliding-window';

/** The most that one message borrows. */
export const maxBorrow = 50;
const maxBorrowsUnderWay = 8;

export type Borrow = (query: Omit<BorrowAllowance, 'borrower'>) => Promise<AllowanceBorrowed>;

interface Lent {
  count: number;
  untilMs: number;
}

/**
 * What one gateway has borrowed for one key: spent until the end of the next slot, asked for ahead of need by what the
 * last slots needed, refused without asking while the keeper has just said that nothing is left.
 */
export class LocalAllowance {
  private lent: Lent[] = [];
  private waiting: ((grant: Grant | unknown) => void)[] = [];
  private underWay = 0;
  private spentThisSlot = 0;
  private pace = 0;
  private slot = 0;
  private last: Grant = { granted: 0, keyRemaining: 0, organizationRemaining: 0 };
  private emptyUntilMs = 0;
  /** When it was last used: idle ones are forgotten. */
  usedAtMs = 0;

  constructor(private readonly borrow: Borrow) {}

  /** One request: at once from what is in the purse, else after asking the keeper. @throws whatever `borrow` throws */
  take(demand: Demand, nowMs: number): Grant | Promise<Grant> {
    this.usedAtMs = nowMs;
    this.turn(nowMs);
    const stock = this.stock(nowMs);
    if (stock > 0) {
      this.lent[0].count--;
      this.spentThisSlot++;
      if (stock - 1 < this.pace / 2 && this.underWay === 0) this.ask(demand, nowMs);
      return this.told(1, nowMs);
    }
    if (nowMs < this.emptyUntilMs) return { ...this.last, granted: 0 };
    return new Promise<Grant>((resolve, reject) => {
      this.waiting.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome as Grant)));
      if (
        this.underWay === 0 ||
        (this.waiting.length > this.underWay * maxBorrow && this.underWay < maxBorrowsUnderWay)
      )
        this.ask(demand, nowMs);
    });
  }

  private ask(demand: Demand, sentAtMs: number): void {
    this.underWay++;
    const wanted = Math.max(1, Math.min(maxBorrow, this.waiting.length + Math.ceil(this.pace)));
    this.borrow({
      key: demand.key,
      organization: demand.organization,
      requests: wanted,
      key_limit: demand.keyLimit,
      organization_limit: demand.organizationLimit,
    }).then(
      (reply) => {
        this.underWay--;
        this.receive(demand, reply, sentAtMs);
      },
      (error: unknown) => {
        this.underWay--;
        const failed = this.waiting;
        this.waiting = [];
        for (const tell of failed) tell(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  private receive(demand: Demand, reply: AllowanceBorrowed, sentAtMs: number): void {
    const nowMs = performance.now();
    this.last = {
      granted: 0,
      keyRemaining: reply.key_remaining,
      organizationRemaining: reply.organization_remaining,
    };
    // The keeper counted it in the slot after the one in which it heard us, which was not before we spoke.
    const untilMs = sentAtMs + slotMs;
    if (reply.granted > 0 && nowMs < untilMs) this.lent.push({ count: reply.granted, untilMs });
    if (reply.granted === 0) this.emptyUntilMs = nowMs + slotMs / 2;
    while (this.waiting.length > 0 && this.stock(nowMs) > 0) {
      this.lent[0].count--;
      this.spentThisSlot++;
      this.waiting.shift()!(this.told(1, nowMs));
    }
    if (this.waiting.length === 0) return;
    if (reply.granted > 0) {
      if (this.underWay === 0) this.ask(demand, nowMs);
      return;
    }
    const refused = this.waiting;
    this.waiting = [];
    for (const tell of refused) tell({ ...this.last });
  }

  private told(granted: number, nowMs: number): Grant {
    const stock = this.stock(nowMs);
    const { keyRemaining, organizationRemaining } = this.last;
    return { granted, keyRemaining: keyRemaining + stock, organizationRemaining: organizationRemaining + stock };
  }

  private stock(nowMs: number): number {
    while (this.lent.length > 0 && (this.lent[0].count === 0 || this.lent[0].untilMs <= nowMs)) this.lent.shift();
    let sum = 0;
    for (const { count } of this.lent) sum += count;
    return sum;
  }

  /** How many a slot needs, from the last ones. */
  private turn(nowMs: number): void {
    const slot = Math.floor(nowMs / slotMs);
    if (slot === this.slot) return;
    this.pace = slot === this.slot + 1 ? (this.pace + this.spentThisSlot) / 2 : this.spentThisSlot / 2;
    this.spentThisSlot = 0;
    this.slot = slot;
  }
}
