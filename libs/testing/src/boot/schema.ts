import { ServiceSchema, poolOptionsOf } from '@app/boot';
import { migrateOptionsOf } from '@app/boot/migrate';
import { Settings } from '@app/config';
import { Database } from '@app/persistence';
import { migrate } from '@app/persistence/migrate';
import { Client } from 'pg';
import { schemaNameOf } from '@app/contracts';
import { streams } from '@app/contracts/catalogue';
import { connect } from 'nats';
import { testEnvironment } from './environment';

/** Empties a service's schema and migrates it up. */
export async function freshSchema<S extends Settings>(room: ServiceSchema<S>): Promise<void> {
  const { adminUrl, urls } = testEnvironment();
  const schema = schemaNameOf(room.service);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`drop schema if exists ${schema} cascade; create schema ${schema} authorization svc_${schema}`);
  } finally {
    await client.end();
  }
  await migrate(migrateOptionsOf(room, urls[room.service]));
  await purgeStreams();
}

/** Spec files share one bus: what the file before said is no news to this one. */
async function purgeStreams(): Promise<void> {
  const nats = new URL(testEnvironment().natsUrl);
  const nc = await connect({ servers: nats.host, user: nats.username, pass: nats.password });
  try {
    const jsm = await nc.jetstreamManager();
    for (const { name } of streams()) {
      await jsm.streams.purge(name).catch((error: { api_error?: { code: number } }) => {
        if (error.api_error?.code !== 404) throw error;
      });
    }
  } finally {
    await nc.close();
  }
}

/** A database of a freshly migrated room, for store specs. */
export async function openFreshDatabase<S extends Settings>(room: ServiceSchema<S>, poolSize = 5): Promise<Database> {
  await freshSchema(room);
  return Database.open(poolOptionsOf(room, testEnvironment().urls[room.service], poolSize));
}
