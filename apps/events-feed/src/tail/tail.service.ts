import { DATABASE } from '@app/boot';
import { Waker } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readTail } from './tail.store';

/** Waits for the next event of an organization. Open it before you read the log, so that you miss no event. */
export interface Waiter {
  /** Resolves when the organization may have a new event, or after this time. */
  next(ms: number): Promise<void>;
  close(): void;
}

/**
 * Wakes long polls. A move of the tail costs one statement, however many polls wait; then only polls of organizations
 * with a new event read the log.
 */
@Injectable()
export class TailService {
  private readonly waiters = new Map<string, Set<() => void>>();
  private seen = { number: 0, day: '0001-01-01' };
  private readonly waker = new Waker();

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Calls `look` when the tail may have moved while somebody waits. */
  onMoved(look: () => void): void {
    this.waker.onWake(look);
  }

  /** Ends every wait, so that the process drains at once. */
  endWaits(): void {
    for (const organization of [...this.waiters.keys()]) this.release(organization);
  }

  /** Looks at the tail now: an event may have been recorded. */
  wake(): void {
    if (this.waiters.size > 0) this.waker.wake();
  }

  wait(organization: string): Waiter {
    let release: () => void = () => undefined;
    const moved = new Promise<void>((resolve) => (release = resolve));
    const waiters = this.waiters.get(organization) ?? new Set();
    this.waiters.set(organization, waiters.add(release));
    const close = (): void => {
      waiters.delete(release);
      if (waiters.size === 0 && this.waiters.get(organization) === waiters) this.waiters.delete(organization);
    };
    return { next: (ms) => waitWithin(moved, ms), close };
  }

  /** Ends the waits for organizations that have a new event. */
  async look(): Promise<void> {
    if (this.waiters.size === 0) return;
    const { number, day, moved } = await readTail(this.database, [...this.waiters.keys()], this.seen);
    this.seen = { number: Number(number), day };
    moved.forEach((organization) => this.release(organization));
  }

  private release(organization: string): void {
    const waiters = this.waiters.get(organization);
    this.waiters.delete(organization);
    waiters?.forEach((release) => release());
  }
}

/** Resolves with the promise, or after the time. */
async function waitWithin(moved: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([moved, late]);
  clearTimeout(timer);
}
