import { Problem } from '@app/problem';

interface Waiting {
  sinceMs: number;
  begin(): void;
  refuse(problem: Problem): void;
}

/** Which piece of work comes next when a turn is free, and which is refused when too much waits. */
export type TurnOrder = 'oldest first' | 'newest first';

/** Newest first, what has waited this long is refused, and nothing is refused sooner; in milliseconds. */
const patienceMs = 5000;
/** The longest that a reply is kept back, in milliseconds. */
const keptBackMs = 10_000;
/** Where nothing runs, more replies leave after so many milliseconds. */
const idleLookMs = 100;
/** Replies that are kept back at once; those beyond leave at once. */
const mostKeptBack = 1000;

/**
 * Bounds the work for requests whose sender is unknown: no limit of a key or an organization holds for them. A few pieces of
 * work run at once and a bounded number waits. Oldest first: in the order in which they came, and the newest is refused.
 * Newest first: what came last is next, and what has waited for longest is refused, five seconds after it came. Senders of a
 * flood that wait for their replies so keep nobody else waiting, and gain nothing by coming again at once.
 */
export class Turns {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  /** Replies that leave when a turn is free, in the order in which they came. */
  private readonly keptBack = new Set<() => void>();
  private idleLook: NodeJS.Timeout | undefined;

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
    private readonly order: TurnOrder = 'oldest first',
  ) {}

  /** @throws Problem `rate_limited` when too much waits, or for too long; errors of `work` */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running++;
    else await this.wait();
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  /**
   * Waits until nobody waits for a turn and one is free, after those that came here before; ten seconds at most. Await it before
   * a reply whose sender may come again at once: a flood of senders that wait for their replies then waits here, after its
   * work, and what comes new finds nothing ahead of it.
   */
  async waitUntilFree(): Promise<void> {
    const isFree = this.waiting.length === 0 && this.running < this.atOnce && this.keptBack.size === 0;
    if (isFree || this.keptBack.size >= mostKeptBack) return;
    await new Promise<void>((resolve) => {
      const leave = (): void => {
        clearTimeout(timer);
        this.keptBack.delete(leave);
        resolve();
      };
      const timer = setTimeout(leave, keptBackMs).unref();
      this.keptBack.add(leave);
    });
  }

  /** Each end of a turn lets one reply leave, so that no more come again than went; where nothing runs, as many as may run. */
  private letLeave(): void {
    const isIdle = this.running === 0;
    for (const leave of [...this.keptBack].slice(0, isIdle ? this.atOnce : 1)) leave();
    clearTimeout(this.idleLook);
    // Those that left may not come again.
    if (isIdle && this.keptBack.size > 0) this.idleLook = setTimeout(() => this.lookIdle(), idleLookMs).unref();
  }

  private lookIdle(): void {
    if (this.running === 0) this.letLeave();
  }

  /** The turn passes to the next, or is free. */
  private passOn(): void {
    if (this.order === 'newest first') {
      const staleMs = performance.now() - patienceMs;
      while (this.waiting.length > 0 && this.waiting[0].sinceMs <= staleMs) this.waiting.shift()?.refuse(tooMany());
    }
    const next = this.order === 'oldest first' ? this.waiting.shift() : this.waiting.pop();
    if (next) return next.begin();
    this.running--;
    this.letLeave();
  }

  private wait(): Promise<void> {
    if (this.waiting.length >= this.maxWaiting) {
      if (this.order === 'oldest first') throw tooMany();
      refuseInTime(this.waiting.shift());
    }
    return new Promise((begin, refuse) => this.waiting.push({ sinceMs: performance.now(), begin, refuse }));
  }
}

/** A sender that is refused at once comes again at once, ahead of all that wait. */
function refuseInTime(dropped: Waiting | undefined): void {
  if (!dropped) return;
  const leftMs = Math.max(0, dropped.sinceMs + patienceMs - performance.now());
  setTimeout(() => dropped.refuse(tooMany()), leftMs).unref();
}

function tooMany(): Problem {
  return new Problem(
    'rate_limited',
    'Many people sign in at this moment; try again in a few seconds.',
    { rate_limit: 'per_gateway', limit: 'sign_ins_at_once' },
    { retryAfterS: 2 },
  );
}
