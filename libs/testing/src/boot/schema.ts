import { ServiceSchema, poolOptionsOf } from '@app/boot';
import { migrateOptionsOf } from '@app/boot/migrate';
import { Settings } from '@app/config';
import { Database, SqlSchema } from '@app/persistence';
import { migrate } from '@app/persistence/migrate';
import { Client } from 'pg';
import { schemaNameOf } from '@app/contracts';
import { testEnvironment } from './environment';
import { MadeSchema } from './made-schema';
import { purgeStreams } from './streams';

/** The schemas that this worker has migrated, by their database and name. */
const made = new Map<string, { sql: SqlSchema; schema: MadeSchema }>();

/**
 * Empties a service's schema and migrates it up. Where this worker has migrated it before and nothing but its rows has changed
 * since, the tables are emptied instead: dropping and migrating takes Postgres up to ten times as long.
 */
export async function freshSchema<S extends Settings>(room: ServiceSchema<S>): Promise<void> {
  const { adminUrl, urls } = testEnvironment();
  const schema = schemaNameOf(room.service);
  const key = `${adminUrl} ${schema}`;
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const before = made.get(key);
    if (before?.sql !== room.sql || !(await before.schema.restore(admin))) {
      made.delete(key);
      await admin.query(`drop schema if exists ${schema} cascade; create schema ${schema} authorization svc_${schema}`);
      await migrate(migrateOptionsOf(room, urls[room.service]));
      if (await isSuperuser(admin)) made.set(key, { sql: room.sql, schema: await MadeSchema.note(admin, schema) });
    }
  } finally {
    await admin.end();
  }
  await purgeStreams();
}

/** The administrator of a database that somebody gives may be none, and then changes no statistics. */
async function isSuperuser(admin: Client): Promise<boolean> {
  const { rows } = await admin.query<{ yes: boolean }>(`select current_setting('is_superuser')::boolean as yes`);
  return rows[0].yes;
}

/** A database of a freshly migrated room, for store specs. */
export async function openFreshDatabase<S extends Settings>(room: ServiceSchema<S>, poolSize = 5): Promise<Database> {
  await freshSchema(room);
  return Database.open(poolOptionsOf(room, testEnvironment().urls[room.service], poolSize));
}
