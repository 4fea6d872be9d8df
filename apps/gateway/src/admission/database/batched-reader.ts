import { Problem } from '@app/problem';

/** Names that one statement reads at most. */
export const maxPerRead = 1000;
/** Requests that may wait for a read; a further one is answered `unavailable`. */
export const maxWaiting = 10_000;

/** What a statement found by name, and the greatest revision whose change it includes. */
export interface Found<T> {
  byName: ReadonlyMap<string, T>;
  revision: number;
}

interface Waiting<T> {
  name: string;
  resolve(found: { found: T | null; revision: number }): void;
  reject(error: unknown): void;
}

/**
 * Reads what admission has not cached. One statement at a time reads all names that wait, so that any number of requests
 * with made-up keys or cookies costs one connection and a few statements.
 */
export class BatchedReader<T> {
  private waiting: Waiting<T>[] = [];
  private isReading = false;

  /** @param readAll the statement; names without a row are absent from what it finds */
  constructor(private readonly readAll: (names: readonly string[]) => Promise<Found<T>>) {}

  /**
   * What a name stands for, null when it stands for nothing, and the greatest revision whose change that includes.
   * @throws Problem `unavailable` when too many requests wait, or when the database does not answer
   */
  read(name: string): Promise<{ found: T | null; revision: number }> {
    if (this.waiting.length >= maxWaiting)
      return Promise.reject(
        new Problem(
          'unavailable',
          'Too many keys and sessions are being checked; try again in a second.',
          {},
          { retryAfterS: 1 },
        ),
      );
    return new Promise((resolve, reject) => {
      this.waiting.push({ name, resolve, reject });
      if (!this.isReading) void this.readWaiting();
    });
  }

  private async readWaiting(): Promise<void> {
    this.isReading = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxPerRead);
      try {
        const { byName, revision } = await this.readAll([...new Set(batch.map(({ name }) => name))]);
        for (const { name, resolve } of batch) resolve({ found: byName.get(name) ?? null, revision });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isReading = false;
  }
}
