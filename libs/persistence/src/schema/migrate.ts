import { Client, ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { beginSession, clientConfig } from '../database/pool';
import { adopt } from './adopt';
import { applyFunctions, bookkeeping } from './functions';
import { migrationClasses } from './migrations';
import { SqlSchema } from './sql-schema';

export interface MigrateOptions {
  /** Address with the service's own role. */
  url: string;
  /** Name of the service's schema. */
  schema: string;
  sql: SqlSchema;
}

/** Waits for a lock of a table no longer than this: meanwhile everyone else queues behind the migration. */
const lockTimeoutMs = 5000;
const maxTries = 10;
const pauseMs = 1000;
/** Between two questions whether the job before is done. */
const turnPauseMs = 200;
/**
 * `lock_not_available`, and `deadlock_detected`: a migration of two tables locks them in another order than a transaction of
 * the service, and Postgres ends either.
 */
const lostLock = ['55P03', '40P01'];

/**
 * Brings a schema to what this build knows; run as a job before the services start. Several jobs at once take turns. A
 * migration may take its time (no statement time-out), but gives way when it cannot have a lock soon or meets a deadlock, and
 * tries again.
 * @returns the names of what ran and what was applied
 * @throws Error when the schema is of a version that must be upgraded to another one first
 */
export async function migrate({ url, schema, sql }: MigrateOptions): Promise<string[]> {
  const client = new Client(clientConfig(url));
  await client.connect();
  try {
    await beginMigrating(client, schema);
    await takeTurn(client, schema);
    await adopt(client, sql);
    await client.query(bookkeeping);
    const ran = await runMigrations({ url, schema, sql });
    const applied = await applyFunctions(client, sql);
    return [...ran, ...applied];
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other job migrates the schema, which may take long. It asks again and again: a statement that waits keeps a
 * snapshot, and the job before may build an index, which waits until every older snapshot is gone.
 */
async function takeTurn(client: ClientBase, schema: string): Promise<void> {
  const ask = async (): Promise<boolean> => {
    const lock = 'select pg_try_advisory_lock(hashtext($1)) as mine';
    return (await client.query<{ mine: boolean }>(lock, [`${schema}.migrate`])).rows[0].mine;
  };
  while (!(await ask())) await new Promise((resolve) => setTimeout(resolve, turnPauseMs));
}

/** Settings of a connection that migrates: no statement time-out, but a lock time-out. */
async function beginMigrating(client: ClientBase, schema: string): Promise<void> {
  await beginSession(client, { schema });
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${lockTimeoutMs}`,
  );
}

async function runMigrations({ url, schema, sql }: MigrateOptions): Promise<string[]> {
  const dataSource = await new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: migrationClasses(sql.migrations),
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    poolSize: 1,
    // The address as it is: TypeORM drops its options, such as those of TLS.
    extra: { ...clientConfig(url), onConnect: (own: ClientBase) => beginMigrating(own, schema) },
  }).initialize();
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await dataSource.runMigrations({ transaction: 'each' })).map(({ name }) => name);
      } catch (error) {
        const { code = '' } = ((error as { driverError?: object }).driverError ?? error) as { code?: string };
        if (!lostLock.includes(code) || tries === maxTries) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  } finally {
    await dataSource.destroy();
  }
}
