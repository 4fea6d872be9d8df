import type { ArraySpan, Entry, Layout } from '../rendering/layout';
import { countUpTo } from '../token/token-count';

/** A layout while it is cut: the entries that are left, and their costs, each counted once and on demand. */
export class Sheet {
  readonly entries: Entry[];
  readonly arrays: ArraySpan[];
  private readonly isDropped: Uint8Array;
  private readonly costs: Float64Array;

  /** @param limit tokens for all entries; the cost of a larger entry is only known to be larger */
  constructor(
    layout: Layout,
    readonly limit: number,
  ) {
    this.entries = [...layout.entries];
    this.arrays = layout.arrays;
    this.isDropped = new Uint8Array(this.entries.length);
    this.costs = new Float64Array(this.entries.length).fill(-1);
  }

  isKept(index: number): boolean {
    return this.isDropped[index] === 0;
  }

  /** Drops the entries of a half-open range. */
  drop(start: number, end: number): void {
    this.isDropped.fill(1, start, end);
  }

  replace(index: number, entry: Entry): void {
    this.entries[index] = entry;
    this.costs[index] = -1;
  }

  /** Tokens of one entry with the line breaks after its lines; not exact above `limit`. */
  cost(index: number): number {
    if (this.costs[index] < 0) this.costs[index] = costOf(this.entries[index].lines, this.limit);
    return this.costs[index];
  }

  /** Tokens of the kept entries of a range. Counting stops above `limit`, where the sum is not exact. */
  costOfRange(start: number, end: number, limit = this.limit): number {
    let sum = 0;
    for (let index = start; index < end && sum <= limit; index += 1) if (this.isKept(index)) sum += this.cost(index);
    return sum;
  }

  get isOver(): boolean {
    return this.costOfRange(0, this.entries.length) > this.limit;
  }

  keptIndexes(): number[] {
    return [...this.entries.keys()].filter((index) => this.isKept(index));
  }

  /** The lines of the kept entries of a half-open range. */
  keptLines(start: number, end: number): string[] {
    return this.entries.slice(start, end).flatMap(({ lines }, index) => (this.isKept(start + index) ? lines : []));
  }
}

/** Tokens of lines with their line breaks. Counting stops above `limit`. */
export function costOf(lines: readonly string[], limit: number): number {
  let sum = 0;
  for (const line of lines) {
    sum += countUpTo(`${line}\n`, limit - sum);
    if (sum > limit) break;
  }
  return sum;
}
