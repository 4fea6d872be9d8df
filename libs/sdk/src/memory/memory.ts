/** What a handler remembers between deliveries. A `Map` is a memory; a shared store may be asynchronous. */
export interface Memory<Value> {
  get(key: string): Value | undefined | Promise<Value | undefined>;
  set(key: string, value: Value): unknown;
}

/** A memory of one process that forgets the keys that were set longest ago. */
export class BoundedMemory<Value> implements Memory<Value> {
  private readonly values = new Map<string, Value>();

  /** @param max number of keys, at least 1; a key with its value takes about 200 bytes */
  constructor(private readonly max = 100_000) {
    if (!Number.isSafeInteger(max) || max < 1) throw new RangeError('max must be a whole number of at least 1.');
  }

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  set(key: string, value: Value): void {
    // A map keeps the order of insertion, so the first key is the one that was set longest ago.
    this.values.delete(key);
    this.values.set(key, value);
    for (const oldest of this.values.keys()) {
      if (this.values.size <= this.max) return;
      this.values.delete(oldest);
    }
  }
}
