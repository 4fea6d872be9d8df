import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mounted, published, startContainer } from './container';
import { greets, type NatsServer } from './nats';
import { maxPayloadBytes, type NatsUser, renderNatsConfig } from './nats-config';
import { refusalOf, type PostgresServer } from './postgres';

export const postgresImage = 'postgres:16';
export const natsImage = 'nats:2.11-alpine';

/** Of every Postgres in a container; images bring their own values for the rest. */
export const containerSettings = ['max_connections=200', 'fsync=on', 'synchronous_commit=on'];

export async function containedPostgres(
  folder: string,
  port: number,
  password: string,
  settings: readonly string[],
): Promise<PostgresServer> {
  const dataDir = join(folder, 'postgres-container');
  mkdirSync(dataDir, { recursive: true });
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const container = await startContainer(folder, {
    what: 'postgres',
    image: postgresImage,
    options: [...published(port, 5432), ...mounted(dataDir, '/var/lib/postgresql/data'), '--env', 'POSTGRES_PASSWORD'],
    words: ['postgres', ...[...containerSettings, ...settings].flatMap((setting) => ['-c', setting])],
    env: { POSTGRES_PASSWORD: password },
    refusal: () => refusalOf(adminUrl),
  });
  return { adminUrl, dataDir, stop: container.stop, kill: container.kill, restart: container.restart };
}

export async function containedNats(
  folder: string,
  port: number,
  users: NatsUser[],
  admin: NatsServer['admin'],
): Promise<NatsServer> {
  const storeDir = join(folder, 'nats-store');
  mkdirSync(storeDir, { recursive: true });
  const configPath = join(folder, 'nats-container.conf');
  const inside = { port: 4222, host: '0.0.0.0', storeDir: '/data', pidFile: '/tmp/nats.pid' };
  writeFileSync(configPath, renderNatsConfig({ ...inside, users, maxPayloadBytes }), { mode: 0o600 });
  const container = await startContainer(folder, {
    what: 'nats',
    image: natsImage,
    options: [
      ...published(port, 4222),
      ...mounted(storeDir, '/data'),
      ...mounted(configPath, '/etc/judgment.conf', ',readonly'),
    ],
    words: ['-c', '/etc/judgment.conf'],
    refusal: async () => ((await greets(port)) ? undefined : 'it does not greet'),
  });
  return {
    url: `nats://127.0.0.1:${port}`,
    admin,
    storeDir,
    stop: container.stop,
    kill: container.kill,
    restart: container.restart,
    deleteStore: () => container.restartAfter('rm -rf /data/*'),
  };
}
