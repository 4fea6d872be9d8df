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

/**
 * Bounds the work for requests whose sender is unknown: no limit of a key or an organization holds for them. A few pieces of
 * work run at once and a bounded number waits. Oldest first: in the order in which they came, and the newest is refused.
 * Newest first: what came last is next, and what has waited for longest is refused, five seconds after it came. Senders of a
 * flood that wait for their replies so keep nobody else waiting, and gain nothing by coming again at once.
 */
export class Turns {
  private running = 0;
  private readonly waiting: Waiting[] = [];

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

  /** The turn passes to the next, or is free. */
  private passOn(): void {
    if (this.order === 'newest first') {
      const staleMs = performance.now() - patienceMs;
      while (this.waiting.length > 0 && this.waiting[0].sinceMs <= staleMs) this.waiting.shift()?.refuse(tooMany());
    }
    const next = this.order === 'oldest first' ? this.waiting.shift() : this.waiting.pop();
    if (next) next.begin();
    else this.running--;
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
    { limit: 'sign_ins_at_once' },
    { retryAfterS: 2 },
  );
}
