/** How many items may wait; without a bound where it is left out. */
export interface FairQueueBounds {
  /** Of one owner. */
  maxOfOwner?: number;
  /** Of all owners. */
  max?: number;
}

/**
 * Items that wait for their turn. Owners, such as organizations, take turns, however many items each has: one that had its turn
 * stands behind the others. Of one owner, first come, first served. Who may have a turn, and what a turn is, its user says.
 */
export class FairQueue<O, T> {
  /** The items of each owner in the order in which they came; the owners in the order of their turns. */
  private readonly lines = new Map<O, Set<T>>();
  private count = 0;

  constructor(private readonly bounds: FairQueueBounds = {}) {}

  get size(): number {
    return this.count;
  }

  sizeOf(owner: O): number {
    return this.lines.get(owner)?.size ?? 0;
  }

  /** Those of whom an item waits, in the order of their turns. */
  owners(): Iterable<O> {
    return this.lines.keys();
  }

  /** @param item waits once at most. @returns false when too many wait */
  add(owner: O, item: T): boolean {
    const { maxOfOwner = Infinity, max = Infinity } = this.bounds;
    if (this.sizeOf(owner) >= maxOfOwner || this.count >= max) return false;
    const line = this.lines.get(owner);
    if (line === undefined) this.lines.set(owner, new Set([item]));
    else line.add(item);
    this.count += 1;
    return true;
  }

  /** Takes out an item that waits no longer; its owner keeps its place while another item of it waits. */
  remove(owner: O, item: T): void {
    const line = this.lines.get(owner);
    if (!line?.delete(item)) return;
    this.count -= 1;
    if (line.size === 0) this.lines.delete(owner);
  }

  /** @returns whose turn it is: the first owner that may have one */
  nextOwner(may: (owner: O) => boolean = () => true): O | undefined {
    for (const owner of this.lines.keys()) if (may(owner)) return owner;
    return undefined;
  }

  /** The item of an owner that waits longest; it stays. */
  peek(owner: O): T | undefined {
    const [first] = this.lines.get(owner) ?? [];
    return first;
  }

  /** Takes the item of an owner that waits longest. The owner has had its turn. */
  take(owner: O): T | undefined {
    const line = this.lines.get(owner);
    if (line === undefined) return undefined;
    const [first] = line;
    line.delete(first);
    this.count -= 1;
    this.lines.delete(owner);
    if (line.size > 0) this.lines.set(owner, line);
    return first;
  }
}
