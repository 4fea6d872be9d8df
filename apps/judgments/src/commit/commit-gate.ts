import type { TimeLimit } from '@app/persistence';
import { Problem } from '@app/problem';

/**
 * A change under way in its transaction, which its request may give up: then it can no longer commit, and a job makes it
 * instead. One of the two happens first, so never both.
 */
export class Attempt implements TimeLimit {
  private state: 'open' | 'closing' | 'abandoned' = 'open';

  constructor(private readonly limit: TimeLimit) {}

  get toBeginMs(): number {
    return this.limit.toBeginMs;
  }

  assertMayBegin(): void {
    if (this.state !== 'closing') this.assertOpen();
  }

  /** The last thing before the commit. @throws Problem `unavailable` when it was given up, or its time has passed */
  close(): void {
    this.assertOpen();
    this.state = 'closing';
  }

  /** @returns false when the commit is on its way: it is to be waited for */
  abandon(): boolean {
    if (this.state === 'closing') return false;
    this.state = 'abandoned';
    return true;
  }

  private assertOpen(): void {
    if (this.state === 'abandoned') throw new Problem('unavailable', 'The change was left to a job.');
    this.limit.assertMayBegin();
  }
}
