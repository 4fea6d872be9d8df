import { writeFileSync } from 'node:fs';
import { connect } from 'nats';
import { Client } from 'pg';
import { messageOf, SetupFailure } from './failure';
import type { NatsServer } from './nats/nats';
import { maxPayloadBytes, renderUsers, type NatsUser } from './nats/nats-config';
import type { PostgresServer } from './postgres/postgres';
import { isNatsNewEnough } from './process/program';

/** A Postgres of somebody else, by its administrator's address. We never stop it. */
export async function openForeignPostgres(adminUrl: string): Promise<PostgresServer> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ connections: number; durable: boolean }>(
      "select current_setting('max_connections')::int connections, current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' durable",
    );
    const [row] = rows;
    if (!row || row.connections < 200)
      throw new Error(`it allows ${row?.connections} connections: set max_connections to at least 200`);
    if (!row.durable) throw new Error('it may lose acknowledged writes: turn fsync and synchronous_commit on');
  } catch (error) {
    throw new SetupFailure(
      `The Postgres at DATABASE_URL cannot be used (${messageOf(error)}): correct the address or the server, or unset DATABASE_URL.`,
    );
  } finally {
    await client.end().catch(() => undefined); // it may never have been open
  }
  const refuse = () => Promise.reject(new SetupFailure('A Postgres given by DATABASE_URL is not ours to stop.'));
  return { adminUrl, dataDir: '', stop: () => Promise.resolve(), kill: refuse, restart: refuse };
}

/** A NATS of somebody else; the address carries the administrator's user and password. */
export async function openForeignNats(address: string): Promise<NatsServer> {
  const url = new URL(address);
  const admin = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const server = `nats://${url.host}`;
  try {
    const connection = await connect({
      servers: server,
      ...(admin.user ? { user: admin.user, pass: admin.password } : {}),
      timeout: 10_000,
      maxReconnectAttempts: 0,
    });
    const info = connection.info;
    await connection.close();
    if (!info || !isNatsNewEnough(info.version))
      throw new Error(`it is version ${info?.version}: 2.9 or newer is needed`);
    if (info.max_payload < maxPayloadBytes)
      throw new Error(`max_payload is ${info.max_payload}: set it to at least ${maxPayloadBytes}`);
    if (!info.jetstream) throw new Error('JetStream is off: turn it on');
  } catch (error) {
    throw new SetupFailure(
      `The NATS at NATS_URL cannot be used (${messageOf(error)}): correct the address or the server, or unset NATS_URL.`,
    );
  }
  const refuse = () => Promise.reject(new SetupFailure('A NATS given by NATS_URL is not ours to stop.'));
  return {
    url: server,
    admin,
    storeDir: '',
    stop: () => Promise.resolve(),
    kill: refuse,
    restart: refuse,
    deleteStore: refuse,
  };
}

/**
 * Bus users live in the server's configuration, where no address reaches: what is missing there is written to a file.
 * @param file in the format of nats-server's configuration
 * @throws SetupFailure that tells where the file must go
 */
export async function checkBusUsers(server: NatsServer, users: NatsUser[], file: string): Promise<void> {
  try {
    for (const { user, password } of users) {
      const connection = await connect({ servers: server.url, user, pass: password, maxReconnectAttempts: 0 });
      await connection.close();
    }
  } catch (error) {
    writeFileSync(file, `${JSON.stringify(renderUsers(users), null, 2)}\n`, { mode: 0o600 });
    throw new SetupFailure(
      `The NATS at NATS_URL does not know our bus users (${messageOf(error)}): add the users of ${file} to its configuration, reload it and start again.`,
    );
  }
}
