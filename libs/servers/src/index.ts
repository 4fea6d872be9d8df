export { archiveFolder, archiveTimeoutSeconds, archiveWal } from './backup/archive';
export { takeBaseBackup } from './backup/base-backup';
export { restoreBackup, type Restore } from './backup/restore';
export { natsServerName, startNatsCluster } from './failover/nats-cluster';
export { losePostgres, promoteStandby, startStandby } from './failover/standby';
export {
  databaseName,
  databaseUrl,
  preparationSql,
  prepareDatabase,
  serviceAccounts,
  type ServiceAccount,
} from './infrastructure/postgres/database';
export { postgresAccount } from './infrastructure/account';
export { messageOf, SetupFailure } from './infrastructure/failure';
export {
  natsAdmin,
  openInfrastructure,
  type Infrastructure,
  type InfrastructureOptions,
} from './infrastructure/infrastructure';
export {
  deleteNatsStore,
  killNats,
  natsPid,
  natsServer,
  reloadUsers,
  restartNats,
  runNats,
  stopNats,
  type NatsControl,
  type NatsServer,
} from './infrastructure/nats/nats';
export {
  busUser,
  maxPayloadBytes,
  renderNatsConfig,
  renderUsers,
  type NatsPermissions,
  type NatsUser,
} from './infrastructure/nats/nats-config';
export { openTestInfrastructure, type TestInfrastructure } from './infrastructure/test-infrastructure';
export { startGuard } from './infrastructure/process/guard';
export { findFreePort, isPortFree } from './infrastructure/process/port';
export {
  killPostgres,
  postgresPid,
  postgresServer,
  restartPostgres,
  runPostgres,
  stopPostgres,
  type PostgresControl,
  type PostgresServer,
} from './infrastructure/postgres/postgres';
export { commandLine, isAlive, readPid, waitUntilGone } from './infrastructure/process/process';
export { roleOf, schemaOf, services, type Service } from './infrastructure/service';
export { removeVolumes } from './infrastructure/docker/volume';
export { workspaceRoot } from './workspace';
export { dataFolder } from '../plain/cluster.cjs';
