/** An item, and the promise of the caller who added it. */
export interface Waiting<K, R> {
  item: K;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** What one batch may hold. */
export interface BatchBounds<K> {
  /** Most items of a batch. */
  maxItems: number;
  /** Bound of the items of a batch together, in bytes or another unit. An item that is larger is a batch by itself. */
  size?: { max: number; of: (item: K) => number };
  /** Items with the same key stand in different batches, in the order in which they were added. */
  keyOf?: (item: K) => string;
}

/** Items that wait for their batch, in the order in which they were added. */
export class WaitingItems<K, R> {
  private items: Waiting<K, R>[] = [];

  constructor(private readonly bounds: BatchBounds<K>) {}

  get length(): number {
    return this.items.length;
  }

  add(one: Waiting<K, R>): void {
    this.items.push(one);
  }

  /** Takes the oldest items that one batch may hold: at least one of those that wait. */
  takeBatch(): Waiting<K, R>[] {
    const { maxItems, size, keyOf } = this.bounds;
    if (size === undefined && keyOf === undefined) return this.items.splice(0, maxItems);
    const keys = new Set<string>();
    const batch: Waiting<K, R>[] = [];
    const left: Waiting<K, R>[] = [];
    let taken = 0;
    for (const one of this.items) {
      if (batch.length >= maxItems) {
        left.push(one);
        continue;
      }
      const own = size?.of(one.item) ?? 0;
      const fits = batch.length === 0 || taken + own <= (size?.max ?? Infinity);
      const key = keyOf?.(one.item);
      const joins = fits && (key === undefined || !keys.has(key));
      // Also the key of an item that is left: no later one may go before it.
      if (key !== undefined) keys.add(key);
      if (joins) taken += own;
      (joins ? batch : left).push(one);
    }
    this.items = left;
    return batch;
  }
}
