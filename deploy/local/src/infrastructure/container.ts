import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NatsServer } from './nats';
import { maxPayloadBytes, type NatsUser, renderNatsConfig } from './nats-config';
import type { PostgresServer } from './postgres';

/** Asks the container engine itself: an installed client proves nothing. */
export async function hasContainerEngine(): Promise<boolean> {
  try {
    const { getContainerRuntimeClient } = await import('testcontainers');
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
}

const containerSettings = ['max_connections=200', 'fsync=on', 'synchronous_commit=on'];

export async function containedPostgres(
  folder: string,
  port: number,
  password: string,
  settings: readonly string[],
): Promise<PostgresServer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const dataDir = join(folder, 'postgres-container');
  mkdirSync(dataDir, { recursive: true });
  const container = await new PostgreSqlContainer('postgres:16')
    .withUsername('postgres')
    .withPassword(password)
    .withDatabase('postgres')
    .withExposedPorts({ container: 5432, host: port })
    .withBindMounts([{ source: dataDir, target: '/var/lib/postgresql/data', mode: 'rw' }])
    .withCommand(['postgres', ...[...containerSettings, ...settings].flatMap((setting) => ['-c', setting])])
    .start();
  return {
    adminUrl: `postgres://postgres:${password}@${container.getHost()}:${port}/postgres`,
    dataDir,
    stop: async () => void (await container.stop({ remove: true })),
    kill: async () => void (await container.stop({ remove: false, timeout: 0 })),
    restart: () => container.restart(),
  };
}

export async function containedNats(
  folder: string,
  port: number,
  users: NatsUser[],
  admin: NatsServer['admin'],
): Promise<NatsServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const storeDir = join(folder, 'nats-store');
  mkdirSync(storeDir, { recursive: true });
  const config = renderNatsConfig({
    port: 4222,
    host: '0.0.0.0',
    storeDir: '/data',
    pidFile: '/tmp/nats.pid',
    users,
    maxPayloadBytes,
  });
  const container = await new GenericContainer('nats:2.11-alpine')
    .withExposedPorts({ container: 4222, host: port })
    .withBindMounts([{ source: storeDir, target: '/data', mode: 'rw' }])
    .withCopyContentToContainer([{ content: config, target: '/etc/judgment.conf' }])
    .withCommand(['-c', '/etc/judgment.conf'])
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
  const clear = async () => void (await container.exec(['sh', '-c', 'rm -rf /data/*']));
  return {
    url: `nats://${container.getHost()}:${port}`,
    admin,
    storeDir,
    stop: async () => void (await container.stop({ remove: true })),
    kill: async () => void (await container.stop({ remove: false, timeout: 0 })),
    restart: () => container.restart(),
    deleteStore: async () => {
      await clear();
      await container.restart({ timeout: 0 });
    },
  };
}
