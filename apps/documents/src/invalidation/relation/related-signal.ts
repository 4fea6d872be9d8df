import { Injectable } from '@nestjs/common';

/**
 * Least time from the end of one drain of a namespace to the begin of the next, in milliseconds. Of a namespace that is
 * written to all the while, a drain after each commit takes a quarter of the writes' processor time.
 */
const restMs = 100;

/**
 * Tells this process that a commit has added related changes, so that none waits for the next look. The first change of a
 * namespace wakes at once; those within the rest that follows a drain wake together, at its end.
 */
@Injectable()
export class RelatedSignal {
  private wake: () => void = () => undefined;
  /** Namespaces that rest, by number, and whether changes wait for the end of the rest. */
  private readonly resting = new Map<string, boolean>();

  onChanges(wake: () => void): void {
    this.wake = wake;
  }

  /** Signals a commit that has happened. */
  changed(namespaceId: string): void {
    if (this.resting.has(namespaceId)) this.resting.set(namespaceId, true);
    else this.wake();
  }

  /** Begins the rest of a namespace whose changes were moved on. */
  drained(namespaceId: string): void {
    // A rest that runs goes on: two drains within it come of a look, and the sum of them is bounded all the same.
    if (this.resting.has(namespaceId)) return;
    this.resting.set(namespaceId, false);
    setTimeout(() => this.endRest(namespaceId), restMs).unref();
  }

  /** Whether a namespace rests. One that is asked for has changes, which wake at the end of its rest. */
  postpones(namespaceId: string): boolean {
    if (!this.resting.has(namespaceId)) return false;
    this.resting.set(namespaceId, true);
    return true;
  }

  private endRest(namespaceId: string): void {
    const hasChanges = this.resting.get(namespaceId) === true;
    this.resting.delete(namespaceId);
    if (hasChanges) this.wake();
  }
}
