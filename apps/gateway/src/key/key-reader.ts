import { Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { ApiKey } from './key';
import { findKeys } from './key.store';

/** Keys that one statement reads at most. */
export const maxKeysPerRead = 1000;
/** Requests that may wait for a key to be read; a further one is answered `unavailable`. */
export const maxWaiting = 10_000;

interface Waiting {
  publicId: string;
  resolve(found: { key: ApiKey | null; revision: number }): void;
  reject(error: unknown): void;
}

/**
 * Reads keys that are not cached. One statement at a time reads all keys that wait, so that any number of requests with
 * made-up keys costs one connection and a few statements.
 */
export class KeyReader {
  private waiting: Waiting[] = [];
  private isReading = false;

  constructor(private readonly database: Queryable) {}

  /**
   * The key of a public id, null when there is none, and the greatest revision whose change it includes.
   * @throws Problem `unavailable` when too many requests wait, or when the database does not answer
   */
  read(publicId: string): Promise<{ key: ApiKey | null; revision: number }> {
    if (this.waiting.length >= maxWaiting)
      return Promise.reject(
        new Problem('unavailable', 'Too many keys are being checked; try again in a second.', {}, { retryAfterS: 1 }),
      );
    return new Promise((resolve, reject) => {
      this.waiting.push({ publicId, resolve, reject });
      if (!this.isReading) void this.readAll();
    });
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxKeysPerRead);
      try {
        const { keys, revision } = await findKeys(this.database, [...new Set(batch.map(({ publicId }) => publicId))]);
        for (const { publicId, resolve } of batch) resolve({ key: keys.get(publicId) ?? null, revision });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isReading = false;
  }
}
