import type { Metric } from '@app/metrics';
import { type Queryable, readOldestAgeS } from '@app/persistence';
import { type WorkerEntry, type WorkerPace, type WorkerPlatform, worker } from './worker';

/** What a worker needs of a `LeasedCursor`. */
interface Cursor<R> {
  name: string;
  freeRows: string;
  stepNext(on: Queryable, step: (row: R) => Promise<unknown>): Promise<boolean>;
}

export interface CursorWorkerOptions<R> extends WorkerPace {
  /** The rows that say how far their walks are. */
  cursor: Cursor<R>;
  /** One step of a claimed row: moves its cursor and gives it back. A step that fails with `LeaseLost` has rolled back. */
  step(row: R): Promise<unknown>;
  /** A gauge of the age of the oldest row, in seconds. */
  oldest?: {
    metric: Metric<'measured'>;
    /** The column that says since when a row waits. */
    since: string;
  };
}

/** A worker on rows that the processes of a service share by lease: each turn claims one and works on it. */
export function cursorWorker<R>({ cursor, step, oldest, ...pace }: CursorWorkerOptions<R>): WorkerEntry {
  return (platform: WorkerPlatform) => {
    const { database } = platform;
    const entry = worker({
      ...pace,
      oldest: oldest && { metric: oldest.metric, readAgeS: (on) => readOldestAgeS(on, cursor.name, oldest.since) },
      look: () => database.finds(cursor.freeRows),
      turn: () => cursor.stepNext(database, step),
    });
    return entry(platform);
  };
}
