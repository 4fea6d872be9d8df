import { Problem } from '@app/problem';

/** A task that waits for its turn. */
interface Waiting {
  /** When its caller stops waiting, in milliseconds since 1970; null for a job, which waits as long as it takes. */
  untilMs: number | null;
  start: () => void;
  refuse: (problem: Problem) => void;
}

/** So many tasks of one organization may wait; another one is refused. */
export const maxWaitingOfOwner = 4;
/** So many tasks of all organizations may wait. */
export const maxWaiting = 64;

/**
 * Runs one task at a time. Organizations take turns, so that one that asks for many does not hold back another; what waits
 * is bounded, and a task whose caller has stopped waiting never starts.
 */
export class TaskQueue {
  /** In the order of their next turn. */
  private readonly owners = new Map<string, Waiting[]>();
  private waiting = 0;
  private isBusy = false;

  constructor(private readonly nowMs: () => number = Date.now) {}

  /**
   * @param owner the organization
   * @param untilMs when the caller stops waiting, in milliseconds since 1970; null: never
   * @throws Problem `unavailable` when too many tasks wait, or when the turn comes too late
   */
  async run<T>(owner: string, untilMs: number | null, work: () => Promise<T>): Promise<T> {
    await this.turn(owner, untilMs);
    try {
      return await work();
    } finally {
      this.isBusy = false;
      this.next();
    }
  }

  private turn(owner: string, untilMs: number | null): Promise<void> {
    if (!this.isBusy) {
      this.isBusy = true;
      return Promise.resolve();
    }
    const own = this.owners.get(owner) ?? [];
    if (own.length >= maxWaitingOfOwner || this.waiting >= maxWaiting) return Promise.reject(tooMany());
    return new Promise((start, refuse) => {
      this.owners.set(owner, own);
      own.push({ untilMs, start, refuse });
      this.waiting += 1;
    });
  }

  private next(): void {
    for (const [owner, own] of this.owners) {
      const task = own.shift()!;
      this.waiting -= 1;
      this.owners.delete(owner);
      if (own.length > 0) this.owners.set(owner, own);
      if (task.untilMs !== null && task.untilMs <= this.nowMs()) {
        task.refuse(tooMany());
        continue;
      }
      this.isBusy = true;
      task.start();
      return;
    }
  }
}

function tooMany(): Problem {
  return new Problem(
    'unavailable',
    'Too many reports are being counted; ask again in some seconds, or narrow the report with `since` and `sources`.',
    {},
    { retryAfterS: 5 },
  );
}
