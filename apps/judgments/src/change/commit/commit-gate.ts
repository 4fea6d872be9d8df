import type { TimeLimit } from '@app/persistence';
import { Problem } from '@app/problem';

/**
 * Decides once whether a transaction commits or its request gives it up to a job. After `abandon` the transaction cannot
 * commit; after `close` the request must wait for it. So the request and the job never both make the change.
 */
export class CommitGate implements TimeLimit {
  private state: 'open' | 'closing' | 'abandoned' = 'open';

  constructor(private readonly limit: TimeLimit) {}

  get toBeginMs(): number {
    return this.limit.toBeginMs;
  }

  assertMayBegin(): void {
    if (this.state !== 'closing') this.assertOpen();
  }

  /** The transaction calls this right before it commits. @throws Problem `unavailable` when it may no longer */
  close(): void {
    this.assertOpen();
    this.state = 'closing';
  }

  /** The request calls this to give the change up to a job. @returns false when the transaction is committing */
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
