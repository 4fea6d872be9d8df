import { Problem } from '@app/problem';

/**
 * Bounds the work for requests whose sender is unknown: no limit of a key or an organization holds for them. A few pieces of
 * work run at once and a bounded number waits, in the order in which they came.
 */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws Problem `rate_limited` when too much waits; errors of `work` */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running++;
    else if (this.waiting.length < this.maxWaiting) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else
      throw new Problem(
        'rate_limited',
        'Many people sign in at this moment; try again in a few seconds.',
        { limit: 'sign_ins_at_once' },
        { retryAfterS: 2 },
      );
    try {
      return await work();
    } finally {
      // The turn passes to the next, or is free.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
