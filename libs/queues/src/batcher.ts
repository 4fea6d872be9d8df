import { Timers, atEndOfTurn, processTimers } from './timers';
import { BatchBounds, Waiting, WaitingItems } from './waiting-items';

export interface BatcherOptions<K, R> extends BatchBounds<K> {
  /**
   * Works on the items of a batch. @returns a result for each, in their order; undefined for an item that must be worked on
   * alone
   */
  together: (items: readonly K[]) => Promise<readonly (R | undefined)[]>;
  /**
   * Works on one item: on that of a batch of one, on each that `together` leaves, and on each item of a batch that failed, so
   * that no caller gets an error that another's item caused. When left out, `together` works on every batch, has a result
   * for every item, and its error is that of all callers of the batch.
   */
  alone?: (item: K) => Promise<R>;
  /** Batches under way at once, and beside them as many items that their batches left to be worked on alone. */
  maxUnderWay: number;
  /** Items of one failed batch that are worked on alone at once; all of them when left out. */
  aloneAtOnce?: number;
  /** How long an item waits for others, in milliseconds; until the turn of the event loop ends when left out. */
  waitMs?: number;
  timers?: Timers;
  /** How many items may wait. A further one gets the error. */
  maxWaiting?: { items: number; refusal: () => Error };
}

/**
 * Works together on the items that callers add within one turn of the event loop, or within `waitMs`, and on those that
 * arrive while `maxUnderWay` batches are under way. A full batch does not wait. Items that a batch leaves to be worked on
 * alone wait in a line of their own: later batches do not wait for them.
 */
export class Batcher<K, R> {
  private readonly waiting: WaitingItems<K, R>;
  private underWay = 0;
  private readonly left: Waiting<K, R>[] = [];
  private leftUnderWay = 0;
  /** Prevents the next begin. */
  private cancelBegin: (() => void) | null = null;

  constructor(private readonly options: BatcherOptions<K, R>) {
    this.waiting = new WaitingItems(options);
  }

  /** @returns the item's result. @throws errors of the work; that of `maxWaiting` when too many items wait */
  add(item: K): Promise<R> {
    const { maxWaiting } = this.options;
    if (maxWaiting !== undefined && this.waiting.length >= maxWaiting.items)
      return Promise.reject(maxWaiting.refusal());
    return new Promise((resolve, reject) => {
      this.waiting.add({ item, resolve, reject });
      // Else the end of a batch begins the next.
      if (this.underWay < this.options.maxUnderWay) this.beginSoon();
    });
  }

  private beginSoon(): void {
    const { waitMs, maxItems, timers = processTimers } = this.options;
    if (waitMs === undefined) this.cancelBegin ??= atEndOfTurn(() => this.begin());
    else if (this.waiting.length >= maxItems) this.begin();
    else this.cancelBegin ??= timers.after(waitMs, () => this.begin());
  }

  private begin(): void {
    this.cancelBegin?.();
    this.cancelBegin = null;
    while (this.waiting.length > 0 && this.underWay < this.options.maxUnderWay) {
      this.underWay += 1;
      void this.work(this.waiting.takeBatch()).finally(() => {
        this.underWay -= 1;
        this.begin();
      });
    }
  }

  /** Never rejects: each caller of the batch gets its own error. */
  private async work(batch: readonly Waiting<K, R>[]): Promise<void> {
    const { together, alone, aloneAtOnce = batch.length } = this.options;
    if (alone !== undefined && batch.length === 1) return this.workAlone(batch[0], alone);
    let results: readonly (R | undefined)[];
    try {
      results = await together(batch.map(({ item }) => item));
    } catch (error) {
      if (alone !== undefined) return this.workEachAlone(batch, alone, aloneAtOnce);
      for (const { reject } of batch) reject(error);
      return;
    }
    batch.forEach((one, index) => {
      const result = results[index];
      if (result === undefined && alone !== undefined) this.left.push(one);
      else one.resolve(result as R);
    });
    this.workOnLeft();
  }

  private async workEachAlone(
    batch: readonly Waiting<K, R>[],
    alone: (item: K) => Promise<R>,
    atOnce: number,
  ): Promise<void> {
    const line = batch.values();
    const workOn = async (): Promise<void> => {
      for (const one of line) await this.workAlone(one, alone);
    };
    await Promise.all(Array.from({ length: atOnce }, workOn));
  }

  private workOnLeft(): void {
    const { alone, maxUnderWay } = this.options;
    while (alone !== undefined && this.left.length > 0 && this.leftUnderWay < maxUnderWay) {
      this.leftUnderWay += 1;
      void this.workAlone(this.left.shift()!, alone).finally(() => {
        this.leftUnderWay -= 1;
        this.workOnLeft();
      });
    }
  }

  private async workAlone({ item, resolve, reject }: Waiting<K, R>, alone: (item: K) => Promise<R>): Promise<void> {
    try {
      resolve(await alone(item));
    } catch (error) {
      reject(error);
    }
  }
}
