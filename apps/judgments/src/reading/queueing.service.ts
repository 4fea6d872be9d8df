import { Injectable } from '@nestjs/common';
import { Wanted } from '../pending/pending';
import { PendingStore } from '../pending/pending.store';

/** Readers who come within a moment are queued by one statement, so that they do not wait for one another's turn. */
@Injectable()
export class QueueingService {
  private waiting: { wanted: readonly Wanted[]; resolve(at: Date): void; reject(error: unknown): void }[] = [];
  private isRunning = false;

  constructor(private readonly pending: PendingStore) {}

  /** Queues wanted answers; the database's time at which they were. */
  queue(wanted: readonly Wanted[]): Promise<Date> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ wanted, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    // Requests of the same packet join the first.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        const at = await this.pending.queue(group.flatMap(({ wanted }) => wanted));
        group.forEach(({ resolve }) => resolve(at));
      } catch (error) {
        group.forEach(({ reject }) => reject(error));
      }
    }
    this.isRunning = false;
  }
}
