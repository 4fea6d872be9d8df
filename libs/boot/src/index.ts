export { endOnSignals, rootOf, run, serve, start } from './boot';
export type { Running, ServiceDefinition } from './boot';
export { JobHandler, handleJobs } from './job/job.handler';
export type { Cancelling } from './job/job.handler';
export { JobModule } from './job/job.module';
export { operatorOf } from './operator';
export type { Operate } from './operator';
export { openPlatform, poolOptionsOf } from './platform';
export type { Platform, ServiceConfig, ServiceSchema } from './platform';
export { DatabaseBeside, PoolBeside } from './pool-beside';
export { platformSettings } from './settings';
export {
  BUS,
  CLOCK,
  CONFIG,
  DATABASE,
  EFFECTS,
  HEALTH,
  LEASES,
  LOGGER,
  METRICS,
  PLATFORM,
  PlatformModule,
  VAULT,
} from './tokens';
export { cursorWorker } from './worker/cursor-worker';
export { jobWorker } from './worker/job-worker';
export { UnderWay } from './worker/under-way';
export { together, worker } from './worker/worker';
export type { Worker, WorkerEntry, WorkerLoop } from './worker/worker';
