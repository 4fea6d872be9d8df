import type { JobRow, Jobs } from '@app/persistence';
import { type WorkerEntry, type WorkerPace, worker } from './worker';

export interface JobWorkerOptions extends Omit<WorkerPace, 'wokenBy'> {
  jobs: Pick<Jobs, 'areFree' | 'onClaimable' | 'stepNext'>;
  /** Only jobs of this type; left out: all of the service. */
  type?: string;
  /** Works for a while on a claimed job, in the trace of its request. A step that fails with `LeaseLost` has rolled back. */
  step(job: JobRow): Promise<void>;
}

/** A worker on the open jobs of a service, in turn: each of its turns claims one and works on it for a while. */
export function jobWorker({ jobs, type, step, ...pace }: JobWorkerOptions): WorkerEntry {
  return worker({
    ...pace,
    wokenBy: (wake) => jobs.onClaimable(wake),
    look: () => jobs.areFree(type),
    turn: () => jobs.stepNext(step, type),
  });
}
