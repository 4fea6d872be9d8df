import type { Metric } from '@app/metrics';
import { Loop } from '@app/observability';
import type { Database } from '@app/persistence';
import type { Platform } from '../platform';

/** What a service runs beside its handlers: a loop, a lease or a pool. */
export interface Worker {
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/** What of the platform a worker runs on. */
export type WorkerPlatform = Pick<Platform, 'database' | 'logger' | 'health' | 'metrics'>;

/** A line of a service's `app.workers.ts`: opens the worker on the platform of its process, before any of them starts. */
export type WorkerEntry = (platform: WorkerPlatform) => Worker;

/** The loop of a worker, as its turns see it. */
export type WorkerLoop = Pick<Loop, 'wake' | 'expectSoon'>;

/** How a worker rests, wakes and shows that it works. Times are milliseconds. */
export interface WorkerPace {
  /** Names its loop in the log, in `judgment_loop_turn_age_seconds` and in the readiness check. */
  name: string;
  /** How long it rests after a turn that found nothing. */
  idleMs: number;
  /** Rests become longer, up to this, while turns find nothing; `idleMs` when left out. */
  longestIdleMs?: number;
  /** The process is not ready when no turn has ended for so long. Left out: readiness does not depend on this worker. */
  stuckMs?: number;
  /** The process counts as hanging when a turn takes longer; 5 minutes when left out. */
  mayTakeMs?: number;
  /** Called once; what it passes `wake` to calls that when there is something to do, so that no rest delays it. */
  wokenBy?(wake: () => void): void;
  /** Runs before the first turn. The workers after this one, and the readiness of the process, wait for it. */
  onStart?(loop: WorkerLoop): Promise<void> | void;
  /** Runs when the worker is to stop, while its last turn may be under way. */
  onStop?(): void;
  /** Runs after the last turn; the end of the process waits for it. */
  onStopped?(): Promise<unknown> | void;
}

export interface WorkerOptions extends WorkerPace {
  /** A gauge of the age of the oldest row that waits for this worker. */
  oldest?: {
    metric: Metric<'measured'>;
    /** Seconds; 0 without a row. One replica of the service asks it now and then. */
    readAgeS(database: Database): Promise<number>;
  };
  /** Whether a turn would find something, asked instead of a turn after a rest; left out: each rest is followed by a turn. */
  look?(loop: WorkerLoop): Promise<boolean>;
  /** One turn. Returns true when there may be more to do at once; a worker that returns nothing always rests. */
  turn(loop: WorkerLoop): Promise<boolean | void>;
}

/**
 * A worker that turns again and again. A turn that fails is logged and followed by another one a second later. At its end
 * the process waits for the turn under way.
 */
export function worker(options: WorkerOptions): WorkerEntry {
  const { name, idleMs, longestIdleMs, mayTakeMs, stuckMs, look, turn, oldest } = options;
  return ({ database, logger, health, metrics }) => {
    const loop: Loop = new Loop({
      name,
      idleMs,
      longestIdleMs,
      mayTakeMs,
      logger,
      look: look && (() => look(loop)),
      turn: async () => (await turn(loop)) === true,
    });
    if (stuckMs !== undefined) health.mustBeReady({ name, check: () => loop.stuckFor(stuckMs) });
    if (oldest) metrics.measured(oldest.metric, async (gauge) => gauge.set(await oldest.readAgeS(database)));
    options.wokenBy?.(() => loop.wake());
    return {
      start: async () => {
        await options.onStart?.(loop);
        loop.start();
      },
      stop: async () => {
        options.onStop?.();
        await loop.stop();
        await options.onStopped?.();
      },
    };
  };
}

/** Workers that start one after the other and stop at the same time: turns of one kind that run side by side. */
export function together(entries: readonly WorkerEntry[]): WorkerEntry {
  return (platform) => {
    const workers = entries.map((entry) => entry(platform));
    return {
      start: async () => {
        for (const one of workers) await one.start();
      },
      stop: async () => {
        await Promise.all(workers.map((one) => one.stop()));
      },
    };
  };
}
