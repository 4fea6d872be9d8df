import { Bus, BusConnection, BusLogin } from '@app/bus';
import { Config, Environment, Settings, describeConfig, readConfig } from '@app/config';
import { Service, schemaNameOf } from '@app/contracts';
import { Clock, Health, HealthCheck, Logger, Metrics, createLogger, systemClock } from '@app/observability';
import {
  Database,
  Effects,
  Leases,
  PoolOptions,
  SealedTable,
  SqlSchema,
  Vault,
  assertSchemaKnown,
} from '@app/persistence';
import { randomUUID } from 'node:crypto';
import { readDatabaseClock } from './database-clock';
import { platformSettings } from './settings';
import { measureProcess } from './process-gauges';

const mib = 1024 * 1024;
const hourMs = 60 * 60 * 1000;
/** Every service asks the database more often than that, also when it has nothing to do; milliseconds. */
const silentMs = 15_000;

/** A service's name, settings and SQL: what the platform needs in order to open it. */
export interface ServiceSchema<S extends Settings = Settings> {
  service: Service;
  settings: S;
  sql: SqlSchema;
  plans?: PoolOptions['plans'];
  /**
   * Its readiness does not depend on Postgres and NATS: it still answers its callers properly without them, and they would
   * read a load balancer's page instead.
   */
  readyAlone?: boolean;
  /** Tables with sealed columns beside `effect`, which every service has: `keyring rotate` seals them again. */
  sealed?: readonly SealedTable[];
}

export type ServiceConfig<S extends Settings> = Config<S & typeof platformSettings>;

/** The connections and clocks of one process, opened before Nest starts and closed after it. */
export interface Platform<S extends Settings = Settings> {
  service: Service;
  config: ServiceConfig<S>;
  logger: Logger;
  clock: Clock;
  metrics: Metrics;
  health: Health;
  database: Database;
  bus: Bus;
  effects: Effects;
  leases: Leases;
  vault: Vault;
  close(): Promise<void>;
}

export function poolOptionsOf<S extends Settings>(
  schema: ServiceSchema<S>,
  url: string,
  poolSize: number,
): PoolOptions {
  return { url, schema: schemaNameOf(schema.service), poolSize, plans: schema.plans };
}

/** How the process logs in to NATS. @throws Error in one sentence when nothing says how */
function busLoginOf(own: Config<typeof platformSettings>): BusLogin {
  const { natsUser: user, natsPassword: password, natsCredentialsFile: credentialsFile, natsCaFile: caFile } = own;
  if (credentialsFile === '' && (user === '' || password === '')) {
    throw new Error('NATS_USER and NATS_PASSWORD are missing: set both, or NATS_CREDENTIALS_FILE');
  }
  return { user, password, credentialsFile, caFile, tls: own.natsTls === 'true' };
}

/** Opens configuration, log, database and bus. @throws Error for a setting, a schema or a server that cannot be right */
export async function openPlatform<S extends Settings>(
  schema: ServiceSchema<S>,
  env?: Environment,
  clock: Clock = systemClock,
): Promise<Platform<S>> {
  const settings = { ...platformSettings, ...schema.settings };
  const config = readConfig(settings, env) as ServiceConfig<S>;
  const { service } = schema;
  const own = config as Config<typeof platformSettings>;
  const logger = createLogger({ service, replica: own.replica, level: own.logLevel });
  const login = busLoginOf(own);
  logger.info({ config: describeConfig(settings, config as Config<typeof settings>) }, 'starting');
  const metrics = new Metrics(service, own.replica);
  const database = await Database.open(poolOptionsOf(schema, own.databaseUrl, own.poolSize));
  await database.assertDurable();
  await readDatabaseClock(database, true);
  await assertSchemaKnown(database, schema.sql);
  const { natsUrl, replica } = own;
  const connection = await BusConnection.open({
    url: natsUrl,
    ...login,
    service,
    replica,
    logger,
    bounds: {
      replicas: own.streamReplicas,
      maxBytes: own.streamMaxMib * mib,
      maxAgeMs: own.streamMaxHours * hourMs,
      ackWaitMs: own.streamAckWaitS * 1000,
    },
  });
  const bus = new Bus(connection, database, logger, metrics);
  const health = new Health();
  const checks: HealthCheck[] = [
    { name: 'database', check: () => database.check() },
    { name: 'bus', check: () => (connection.connected ? null : 'not connected') },
    { name: 'relay', check: () => bus.relay.stuck() },
  ];
  const up = { database: () => database.answeredWithin(silentMs), bus: () => connection.connected };
  measureProcess(metrics, database, { version: own.buildVersion, revision: own.buildRevision }, up);
  const { listeners } = connection;
  checks.push({ name: 'subscriptions', check: () => listeners.unheard() });
  // Without the rights of its version no process becomes ready: a roll-out stops there, and the version before goes on.
  const alone: HealthCheck[] = [{ name: 'subscriptions', check: () => listeners.neverHeard() }];
  (schema.readyAlone ? alone : checks).forEach((check) => health.mustBeReady(check));
  const vault = new Vault(own.masterKey, service);
  // Replica and process id alone are equal in two containers of one service: both would hold the lease.
  const holder = `${service}-${replica}-${randomUUID()}`;
  return {
    service,
    config,
    logger,
    clock,
    metrics,
    health,
    database,
    bus,
    vault,
    effects: new Effects(database, vault),
    leases: new Leases(database, holder),
    close: async () => {
      await database.close();
      systemClock.forget();
    },
  };
}
