/** What is remembered between deliveries. A `Map` is one; a shared store answers by promise. */
export interface Memory<Value> {
  get(key: string): Value | undefined | Promise<Value | undefined>;
  set(key: string, value: Value): unknown;
}

/** A memory of one process that forgets what was set longest ago. */
export class BoundedMemory<Value> implements Memory<Value> {
  private readonly values = new Map<string, Value>();

  /** @param max how many keys are kept, at least 1; a key and its value take about 200 bytes */
  constructor(private readonly max = 100_000) {
    if (!Number.isSafeInteger(max) || max < 1) throw new RangeError('max must be a whole number of at least 1.');
  }

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  set(key: string, value: Value): void {
    // A map keeps the order in which keys came, so the first is the one set longest ago.
    this.values.delete(key);
    this.values.set(key, value);
    for (const oldest of this.values.keys()) {
      if (this.values.size <= this.max) return;
      this.values.delete(oldest);
    }
  }
}
