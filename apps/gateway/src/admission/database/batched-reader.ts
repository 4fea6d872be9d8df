import { Problem } from '@app/problem';
import { Batcher } from '@app/queues';

/** Requests whose names one statement reads at most. */
export const maxPerRead = 1000;
/** Requests that may wait for a read; a further one is answered `unavailable`. */
export const maxWaiting = 10_000;

/** What a statement found by name, and the greatest revision whose change it includes. */
export interface Found<T> {
  byName: ReadonlyMap<string, T>;
  revision: number;
}

/** What one name stands for, null when it stands for nothing, and the greatest revision whose change that includes. */
interface FoundOne<T> {
  found: T | null;
  revision: number;
}

/**
 * Reads what admission has not cached. One statement at a time reads all names that wait, so that any number of requests
 * with made-up keys or cookies costs one connection and a few statements.
 */
export class BatchedReader<T> {
  private readonly batcher: Batcher<string, FoundOne<T>>;

  /** @param readAll the statement; names without a row are absent from what it finds */
  constructor(readAll: (names: readonly string[]) => Promise<Found<T>>) {
    this.batcher = new Batcher<string, FoundOne<T>>({
      together: async (names) => {
        const { byName, revision } = await readAll([...new Set(names)]);
        return names.map((name) => ({ found: byName.get(name) ?? null, revision }));
      },
      maxItems: maxPerRead,
      maxUnderWay: 1,
      maxWaiting: { items: maxWaiting, refusal: tooManyWait },
    });
  }

  /** @throws Problem `unavailable` when too many requests wait, or when the database does not answer */
  read(name: string): Promise<FoundOne<T>> {
    return this.batcher.add(name);
  }
}

function tooManyWait(): Problem {
  const message = 'Too many keys and sessions are being checked; try again in a second.';
  return new Problem('unavailable', message, {}, { retryAfterS: 1 });
}
