import { Injectable } from '@nestjs/common';
import { Wanted } from '../pending/pending';
import { PendingQueue } from '../pending/pending-queue';

interface Group {
  wanted: readonly Wanted[];
  resolve(queuedAt: Date): void;
  reject(error: unknown): void;
}

/** Queues what readers want with one statement for all who come at once, so that they do not wait for one another. */
@Injectable()
export class ReaderQueue {
  private groups: Group[] = [];
  private isRunning = false;

  constructor(private readonly queue: PendingQueue) {}

  /** Queues wanted answers. @returns the database's time */
  add(wanted: readonly Wanted[]): Promise<Date> {
    return new Promise((resolve, reject) => {
      this.groups.push({ wanted, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    // Requests of the same network packet join the first.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.groups.length > 0) {
      const groups = this.groups;
      this.groups = [];
      try {
        const queuedAt = await this.queue.add(groups.flatMap(({ wanted }) => wanted));
        groups.forEach(({ resolve }) => resolve(queuedAt));
      } catch (error) {
        groups.forEach(({ reject }) => reject(error));
      }
    }
    this.isRunning = false;
  }
}
