export { endOnSignals, rootOf, run, serve, start } from './boot';
export type { Running, ServiceDefinition, Worker } from './boot';
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
