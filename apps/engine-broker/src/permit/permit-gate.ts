import type { Lane } from '@app/contracts/engines';
import type { EngineRate } from '@app/engines';
import { Problem, fullOf } from '@app/problem';
import { Bucket } from './bucket';
import { LaneQueue, Turn } from './lane-queue';
import { Throttle } from './throttle';

export interface Wanted extends Turn {
  /** Requests that will go out, and tokens in them, as estimated. */
  requests: number;
  tokens: number;
  /** The moment until which waiting is of use, by the gate's clock. */
  untilMs: number;
  /** Requests that it could have under way together; one when left out. */
  places?: number;
}

/** Leave to ask once; given back when the engine has answered. */
export interface Permit {
  waitedMs: number;
  /** Requests that may be under way together: as many as were wanted and free, and one at least. */
  places: number;
  /** Requests beyond those that were wanted, and the tokens in them: a further attempt, or one that was refused in part. */
  spendAgain(requests: number, tokens: number): void;
  release(): void;
}

interface Waiting extends Wanted {
  since: number;
  grant(permit: Permit): void;
  timer: NodeJS.Timeout;
}

const queueLimit = 2_000;
/** Longest wait while nothing is held: another replica may hold what there is, and the asker finds it by asking again. */
const emptyHandedMs = 2_000;
const newestWeight = 0.1;

/** Lets asks through to one engine, within what this replica holds of its limits, and in fair order. */
export class PermitGate {
  readonly throttle: Throttle;
  private readonly queue = new LaneQueue<Waiting>();
  private readonly requests = new Bucket();
  private readonly tokens = new Bucket();
  private share: EngineRate = { requests_per_s: null, tokens_per_s: null, in_flight: 0 };
  private heldUntilMs = 0;
  private running = 0;
  /** Moving average of how long a permit is kept. */
  private meanMs = 100;
  private later: NodeJS.Timeout | undefined;

  constructor(private readonly nowMs: () => number = () => performance.now()) {
    this.throttle = new Throttle(nowMs);
  }

  get inFlight(): number {
    return this.running;
  }

  get waiting(): number {
    return this.queue.size;
  }

  waitingIn(lane: Lane): number {
    return this.queue.waiting(lane);
  }

  /** How many asks of an owner wait. */
  waitingOf(owner: string): number {
    return this.queue.waitingOf(owner);
  }

  /** How long a permit is kept as a rule. */
  get usualMs(): number {
    return this.meanMs;
  }

  /** What this replica may spend now, and until when without hearing again. */
  hold(share: EngineRate, heldUntilMs: number): void {
    this.share = share;
    this.heldUntilMs = heldUntilMs;
    this.setBuckets();
    this.pump();
  }

  /** @throws Problem `rate_limited` when the permit cannot be expected in time, or did not come */
  acquire(wanted: Wanted): Promise<Permit> {
    const since = this.nowMs();
    const expectedMs = this.expectedWaitMs(wanted);
    if (since + expectedMs > wanted.untilMs || this.queue.size >= queueLimit) {
      return Promise.reject(limited(expectedMs));
    }
    const untilMs = this.capacity() === 0 ? Math.min(wanted.untilMs, since + emptyHandedMs) : wanted.untilMs;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...wanted,
        since,
        grant: resolve,
        timer: setTimeout(
          () => {
            this.queue.remove(waiting);
            reject(limited(this.expectedWaitMs(wanted)));
            this.pump();
          },
          Math.max(1, untilMs - since),
        ),
      };
      this.queue.add(waiting);
      this.pump();
    });
  }

  /** Forgets its timers; who still waits is refused by their own. */
  close(): void {
    clearTimeout(this.later);
  }

  private expectedWaitMs({ lane, requests, tokens }: Wanted): number {
    const ahead = this.queue.ahead(lane);
    const now = this.nowMs();
    const capacity = this.capacity();
    // Nothing is held yet, or no longer: slices are looked for every second.
    if (capacity === 0 || now > this.heldUntilMs) return 1_000;
    const turns = Math.max(0, this.running + ahead + 1 - capacity) / capacity;
    const perSecond = this.share.requests_per_s;
    const paced = perSecond === null ? 0 : (ahead * 1000) / (perSecond * this.throttle.factor());
    return Math.max(turns * this.meanMs, paced + this.requests.waitMs(requests, now), this.tokens.waitMs(tokens, now));
  }

  private pump(): void {
    clearTimeout(this.later);
    this.later = undefined;
    for (let head = this.queue.peek(); head !== undefined; head = this.queue.peek()) {
      const now = this.nowMs();
      if (now > this.heldUntilMs || this.running >= this.capacity()) return;
      this.setBuckets();
      const waitMs = Math.max(this.requests.waitMs(head.requests, now), this.tokens.waitMs(head.tokens, now));
      if (waitMs > 0) {
        if (Number.isFinite(waitMs)) this.later = setTimeout(() => this.pump(), Math.ceil(waitMs));
        return;
      }
      this.queue.take();
      clearTimeout(head.timer);
      head.grant(this.permitOf(head, now));
    }
  }

  private permitOf({ requests, tokens, since, places: wanted = 1 }: Waiting, now: number): Permit {
    const spend = (ofRequests: number, ofTokens: number) => {
      this.requests.spend(ofRequests, this.nowMs());
      this.tokens.spend(ofTokens, this.nowMs());
    };
    spend(requests, tokens);
    const places = Math.max(1, Math.min(wanted, this.capacity() - this.running));
    this.running += places;
    let isHeld = true;
    return {
      waitedMs: now - since,
      places,
      spendAgain: spend,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.running -= places;
        this.meanMs += newestWeight * (this.nowMs() - now - this.meanMs);
        this.pump();
      },
    };
  }

  /** The engine's own pace where it has one; where it has none, how many may be under way is what is slowed. */
  private capacity(): number {
    const { in_flight: inFlight, requests_per_s: perSecond } = this.share;
    return perSecond === null && inFlight > 0 ? Math.max(1, Math.floor(inFlight * this.throttle.factor())) : inFlight;
  }

  private setBuckets(): void {
    const factor = this.throttle.factor();
    const now = this.nowMs();
    const { requests_per_s: requests, tokens_per_s: tokens } = this.share;
    this.requests.set(requests === null ? null : requests * factor, now);
    this.tokens.set(tokens === null ? null : tokens * factor, now);
  }
}

function limited(expectedMs: number): Problem {
  const retryAfterS = Math.min(60, Math.max(1, Math.ceil(expectedMs / 1000)));
  return fullOf(
    'engine',
    'The engine takes no more requests in this time; try again after the time named.',
    retryAfterS,
  );
}
