import { Batcher, BatcherOptions } from './batcher';

interface Kept<K, R> {
  batcher: Batcher<K, R>;
  /** Items without a result. */
  open: number;
}

/** A batcher for each name. It is kept while it has work, so that any number of names takes no room. */
export class Batchers<K, R> {
  private readonly byName = new Map<string, Kept<K, R>>();

  /** @param optionsOf of the batcher of a name */
  constructor(private readonly optionsOf: (name: string) => BatcherOptions<K, R>) {}

  /** How many names have work. */
  get size(): number {
    return this.byName.size;
  }

  /** Adds an item to the batcher of a name, as `Batcher.add` does. */
  async add(name: string, item: K): Promise<R> {
    const kept = this.byName.get(name) ?? { batcher: new Batcher(this.optionsOf(name)), open: 0 };
    this.byName.set(name, kept);
    kept.open += 1;
    try {
      return await kept.batcher.add(item);
    } finally {
      kept.open -= 1;
      if (kept.open === 0) this.byName.delete(name);
    }
  }
}
