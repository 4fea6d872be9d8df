import type { AttributePair } from '@app/filter';
import { LRUCache } from 'lru-cache';

/** A pair of attributes in a namespace. */
export interface NamespacePair extends AttributePair {
  organization: string;
  namespaceId: string;
}

/** Rows of the equality that a query looks at before it counts as one that a pair would help. */
const manyLooked = 100;
/** So many such queries within `windowMs` ask for a pair. */
const manyQueries = 20;
const windowMs = 10 * 60_000;
/** One query that looks at so many rows asks for a pair at once. */
const enoughLooked = 2_000;
/** Pairs whose queries a process remembers, and pairs that it holds to be asked for. */
const mostPairs = 1_000;

/** Which pairs of attributes queries of this process would read if they were kept. It holds at most 1,000 pairs with 20 times each. */
export class PairUse {
  /** Milliseconds since 1970 of the latest queries, oldest first. */
  private readonly queries = new LRUCache<string, number[]>({ max: mostPairs });
  private wanted = new Map<string, NamespacePair>();

  /**
   * Notes a query.
   * @param looked rows of the equality that it looked at
   * @param nowMs milliseconds since 1970
   */
  note(pair: NamespacePair, looked: number, nowMs: number): void {
    if (looked < manyLooked) return;
    const key = JSON.stringify([pair.namespaceId, pair.equal, pair.ordered]);
    const recent = (this.queries.get(key) ?? []).filter((at) => at > nowMs - windowMs);
    recent.push(nowMs);
    if (looked < enoughLooked && recent.length < manyQueries) {
      this.queries.set(key, recent);
      return;
    }
    this.queries.delete(key);
    if (this.wanted.size < mostPairs) this.wanted.set(key, pair);
  }

  /** The pairs that became wanted since the last call. */
  takeWanted(): NamespacePair[] {
    const taken = [...this.wanted.values()];
    this.wanted = new Map();
    return taken;
  }
}
