import { LRUCache } from 'lru-cache';

const largest = 10_000;
const maxWalks = 1_000;

/**
 * How many documents the next statement of a walk looks at. What a document costs depends on its size and on the filter,
 * so a statement that did not end in its time is followed by one over a tenth of the documents, and the walk grows again
 * while its statements end.
 */
export class ChunkSizes {
  /** By the walk's id; walks that are missing take the largest chunk. */
  private readonly sizes = new LRUCache<string, number>({ max: maxWalks });

  of(walk: string): number {
    return this.sizes.get(walk) ?? largest;
  }

  /** A statement has ended in its time. */
  grow(walk: string): void {
    const doubled = 2 * this.of(walk);
    if (doubled < largest) this.sizes.set(walk, doubled);
    else this.sizes.delete(walk);
  }

  /** A statement has not ended in its time. @returns false when it looked at one document, and nothing can be left out */
  shrink(walk: string): boolean {
    const size = this.of(walk);
    this.sizes.set(walk, Math.max(1, Math.floor(size / 10)));
    return size > 1;
  }
}
