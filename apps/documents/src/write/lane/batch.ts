import { TimeLimit } from '@app/persistence';
import { Outdated, Committed } from '../commit.store';
import { Computed, replyOf } from '../computed';
import { LaneName, LaneResult, LaneWrite, laneByItself } from './lane';

/** The most writes of one batch. */
export const maxBatchWrites = 64;
/** Bytes of the documents that a batch reads, and of those that it stores. A process holds them in memory, parsed. */
export const maxBatchBytes = 2 * 1024 * 1024;

/** A write that waits for its batch, or is in one. */
export interface BatchedWrite extends LaneWrite {
  /** Id of its document. */
  id: string;
  /** The `traceparent` of the request's span; undefined without tracing. */
  traceparent: string | undefined;
  answer(result: LaneResult): void;
  refuse(error: unknown): void;
}

/** A write of a batch that has something to commit: a change, or the reply to a keyed write that changed nothing. */
export interface ReadyWrite {
  batched: BatchedWrite;
  computed: Computed;
}

/** The lane of a write that its batch does not commit. */
export function laneAfterBatch(write: LaneWrite, needsLocks: boolean): { next: LaneName } {
  return { next: needsLocks ? 'locked' : laneByItself(write) };
}

/** The moment until which a batch may begin to commit. Past it writes go alone: one with time left is not refused. */
export function earliestOf(ready: readonly ReadyWrite[]): TimeLimit {
  return {
    get toBeginMs() {
      return Math.min(...ready.map(({ batched }) => batched.call.toBeginMs));
    },
    assertMayBegin() {
      if (this.toBeginMs < 0) throw new Outdated();
    },
  };
}

/** Replies in the order of the writes. @param committed null when none of them changes anything */
export function repliesOf(ready: readonly ReadyWrite[], committed: Committed | null): string[] {
  const versions = committed?.versions.values();
  return ready.map(({ computed: { applied, change } }) => {
    const own = change?.documents.map(() => versions!.next().value!) ?? [];
    return replyOf(applied, change, { versions: own });
  });
}
