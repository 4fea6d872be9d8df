import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { docker, isRunning, lastLines } from './docker';
import { reasonOf, SetupFailure } from './failure';
import { greets, type NatsServer } from './nats';
import { maxPayloadBytes, type NatsUser, renderNatsConfig } from './nats-config';
import { refusalOf, type PostgresServer } from './postgres';

export const postgresImage = 'postgres:16';
export const natsImage = 'nats:2.11-alpine';

/** Of every Postgres in a container; images bring their own values for the rest. */
export const containerSettings = ['max_connections=200', 'fsync=on', 'synchronous_commit=on'];

/** Seconds that a server in a container gets to end by itself. */
const stopS = 20;
/** Postgres may make its data folder or recover first. */
const readyMs = 120_000;

interface Container {
  stop(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** SIGKILL; then a program of the image runs on the container's folders; then the container is started again. */
  restartAfter(program: string): Promise<void>;
}

interface Wanted {
  what: 'postgres' | 'nats';
  image: string;
  /** Options of `docker run`, and words of the program inside. */
  options: string[];
  words: string[];
  env?: Record<string, string>;
  /** Why it takes no connections yet; undefined when it does. */
  refusal(): Promise<string | undefined>;
}

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

/**
 * A file keeps the container's id from the moment that it exists: the guard removes what it names when we are killed. One
 * that was left over none the less has a label with the folder, and goes before the new one comes.
 */
async function startContainer(folder: string, wanted: Wanted): Promise<Container> {
  const { what, image, options, words, env, refusal } = wanted;
  const idFile = join(folder, `${what}.cid`);
  const label = `judgment-service=${what} of ${folder}`;
  const remove = async (container: string) => {
    await docker(['rm', '--force', '--volumes', container]);
    rmSync(idFile, { force: true });
  };
  const left = await docker(['ps', '--all', '--quiet', '--filter', `label=${label}`]);
  for (const one of left.split('\n').filter(Boolean)) await remove(one);
  rmSync(idFile, { force: true }); // "docker run" writes over no file
  const id = await docker(['run', '--detach', '--cidfile', idFile, '--label', label, ...options, image, ...words], env);
  const ready = () => waitUntilReady(what, id, refusal);
  const kill = async () => {
    if (await isRunning(id)) await docker(['kill', id]);
  };
  try {
    await ready();
  } catch (error) {
    await remove(id);
    throw error;
  }
  return {
    kill,
    async stop() {
      await docker(['stop', '-t', `${stopS}`, id]);
      await remove(id);
    },
    async restart() {
      await docker(['restart', '-t', `${stopS}`, id]);
      await ready();
    },
    async restartAfter(program) {
      await kill();
      await docker(['run', '--rm', '--volumes-from', id, '--entrypoint', 'sh', image, '-c', program]);
      await docker(['start', id]);
      await ready();
    },
  };
}

async function waitUntilReady(what: string, id: string, refusal: Wanted['refusal']): Promise<void> {
  const until = Date.now() + readyMs;
  for (;;) {
    const reason = await refusal();
    if (reason === undefined) return;
    const runs = await isRunning(id);
    if (!runs || Date.now() > until) {
      const why = runs ? reason : reasonOf(await lastLines(id));
      throw new SetupFailure(`The container of ${what} did not start (${why}): mend that and start again.`);
    }
    await sleep(100);
  }
}

/** Reached from this machine alone. */
function published(port: number, inside: number): string[] {
  return ['--publish', `127.0.0.1:${port}:${inside}`];
}

function mounted(source: string, target: string, more = ''): string[] {
  return ['--mount', `type=bind,source=${source},target=${target}${more}`];
}
