import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kept, published, readable, startContainer } from './container';
import { SetupFailure } from '../failure';
import { hasGreeting, type NatsServer } from '../nats/nats';
import { maxPayloadBytes, type NatsUser, renderNatsConfig } from '../nats/nats-config';
import { readRefusal, type PostgresServer } from '../postgres/postgres';
import { volumeOf } from './volume';

/** Those of compose and of the chart. */
export const postgresImage = 'postgres:18-bookworm';
export const natsImage = 'nats:2.14-alpine';

/** Settings of every Postgres in a container; images bring their own values for the rest. */
export const containerSettings = ['max_connections=200', 'fsync=on', 'synchronous_commit=on'];

/** @throws SetupFailure when Docker refuses, or the folder has data of a version that kept them elsewhere */
export async function openContainedPostgres(
  folder: string,
  port: number,
  password: string,
  settings: readonly string[],
): Promise<PostgresServer> {
  refuseEarlier(folder);
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const container = await startContainer(folder, {
    what: 'postgres',
    image: postgresImage,
    options: [
      ...published(port, 5432),
      ...kept(volumeOf(folder, 'postgres'), '/var/lib/postgresql'),
      ...['--env', 'POSTGRES_PASSWORD'],
    ],
    words: ['postgres', ...[...containerSettings, ...settings].flatMap((setting) => ['-c', setting])],
    env: { POSTGRES_PASSWORD: password },
    readRefusal: () => readRefusal(adminUrl),
  });
  return { adminUrl, dataDir: '', stop: container.stop, kill: container.kill, restart: container.restart };
}

export async function openContainedNats(
  folder: string,
  port: number,
  users: NatsUser[],
  admin: NatsServer['admin'],
): Promise<NatsServer> {
  const configPath = join(folder, 'nats-container.conf');
  const inside = { port: 4222, host: '0.0.0.0', storeDir: '/data', pidFile: '/tmp/nats.pid' };
  writeFileSync(configPath, renderNatsConfig({ ...inside, users, maxPayloadBytes }), { mode: 0o600 });
  const container = await startContainer(folder, {
    what: 'nats',
    image: natsImage,
    options: [
      ...published(port, 4222),
      ...kept(volumeOf(folder, 'nats'), '/data'),
      ...readable(configPath, '/etc/judgment.conf'),
    ],
    words: ['-c', '/etc/judgment.conf'],
    readRefusal: async () => ((await hasGreeting(port)) ? undefined : 'it does not greet'),
  });
  return {
    url: `nats://127.0.0.1:${port}`,
    admin,
    storeDir: '',
    stop: container.stop,
    kill: container.kill,
    restart: container.restart,
    deleteStore: () => container.restartAfter('rm -rf /data/*'),
  };
}

function refuseEarlier(folder: string): void {
  const earlier = join(folder, 'postgres-container');
  if (!existsSync(earlier)) return;
  const all = `${earlier} ${join(folder, 'nats-store')}`;
  throw new SetupFailure(
    `${earlier} holds the data of an earlier version, which ran Postgres 16 on this folder: export what you want to keep with that version, delete both folders ("sudo rm -rf ${all}"), and start again.`,
  );
}
