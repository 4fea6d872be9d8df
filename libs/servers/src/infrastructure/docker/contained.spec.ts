import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContainedNats, openContainedPostgres, natsImage, postgresImage } from './contained';
import { hasContainerEngine } from './docker';
import { FakeDocker, readyServer } from './docker.fake';
import { startGuard } from '../process/guard';
import { findFreePort } from '../process/port';
import { removeVolumes } from './volume';
import { workspaceRoot } from '../../workspace';

let docker: FakeDocker;
let folder: string;
let server: Server | undefined;
let port: number;

beforeEach(() => {
  docker = new FakeDocker();
  folder = mkdtempSync(join(tmpdir(), 'judgment-box-'));
});
afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
  docker.close();
  rmSync(folder, { recursive: true });
});

async function answers(kind: 'nats' | 'postgres'): Promise<void> {
  ({ port, server } = await readyServer(kind));
}

/** The volumes of the folder, in the order in which they were asked for. */
const volumes = () => readFileSync(join(folder, 'volumes'), 'utf8').trim().split('\n');

const left = (what: string) => `ps --all --quiet --filter label=judgment-service=${what} of ${folder}`;

describe('a container engine', () => {
  it('is one that answers, not a program that is installed', async () => {
    expect(await hasContainerEngine()).toBe(false);
    docker.answer('engine', '');
    expect(await hasContainerEngine()).toBe(true);
  });

  it('is none where the program is missing', async () => {
    process.env['PATH'] = folder;
    expect(await hasContainerEngine()).toBe(false);
  });
});

describe('Postgres in a container', () => {
  const start = () => openContainedPostgres(folder, port, 's3cret', ['autovacuum_naptime=5s']);

  it('is reached from this machine alone, keeps its data in a volume, and gets its password unseen [O-L13]', async () => {
    await answers('postgres');
    const postgres = await start();
    expect(postgres.adminUrl).toBe(`postgres://postgres:s3cret@127.0.0.1:${port}/postgres`);
    expect(docker.words()).toEqual([
      left('postgres'),
      `run --detach --cidfile ${folder}/postgres.cid --label judgment-service=postgres of ${folder} ` +
        `--publish 127.0.0.1:${port}:5432 ` +
        `--mount type=volume,source=${volumes()[0]},target=/var/lib/postgresql --env POSTGRES_PASSWORD ` +
        'postgres:18-bookworm postgres -c max_connections=200 -c fsync=on -c synchronous_commit=on -c autovacuum_naptime=5s',
    ]);
    expect(docker.password()).toBe('s3cret');
    expect(volumes()).toEqual([expect.stringMatching(/^judgment-service-[0-9a-f]{16}-postgres$/)]);
  });

  it('ends in order, is killed and starts again', async () => {
    await answers('postgres');
    const postgres = await start();
    docker.words();
    docker.answer('running', 'true');
    await postgres.kill();
    await postgres.restart();
    await postgres.stop();
    expect(docker.words()).toEqual([
      'inspect --format {{.State.Running}} c0ffee',
      'kill c0ffee',
      'restart -t 20 c0ffee',
      'stop -t 20 c0ffee',
      'rm --force --volumes c0ffee',
    ]);
    expect(existsSync(join(folder, 'postgres.cid'))).toBe(false);
  });

  it('takes the place of one that was left over', async () => {
    await answers('postgres');
    docker.answer('left', 'dead1\ndead2\n');
    writeFileSync(join(folder, 'postgres.cid'), 'dead1');
    await start();
    expect(docker.words().slice(1, 3)).toEqual(['rm --force --volumes dead1', 'rm --force --volumes dead2']);
  });

  it('that ends at its start is removed, and the failure has its last complaint', async () => {
    port = await findFreePort();
    docker.answer('logs', 'starting\nFATAL:  could not write lock file: No space left on device\n');
    await expect(start()).rejects.toThrow(
      'The container of postgres did not start (FATAL:  could not write lock file: No space left on device): mend that and start again.',
    );
    expect(docker.words().at(-1)).toBe('rm --force --volumes c0ffee');
  });

  it('that Docker refuses fails with the words of Docker', async () => {
    docker.answer('fails', 'run');
    await expect(start()).rejects.toThrow(
      '"docker run" failed (Error response from daemon: no such image): mend that and start again.',
    );
  });
});

describe('NATS in a container', () => {
  it('reads its users from a file that only we can read, and loses its store when asked', async () => {
    await answers('nats');
    const admin = { user: 'admin', password: 's3cret' };
    const nats = await openContainedNats(folder, port, [admin], admin);
    const config = join(folder, 'nats-container.conf');
    expect(statSync(config).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(config, 'utf8'))).toMatchObject({
      port: 4222,
      host: '0.0.0.0',
      jetstream: { store_dir: '/data' },
      authorization: { users: [admin] },
    });
    expect(docker.words()).toEqual([
      left('nats'),
      `run --detach --cidfile ${folder}/nats.cid --label judgment-service=nats of ${folder} ` +
        `--publish 127.0.0.1:${port}:4222 --mount type=volume,source=${volumes()[0]},target=/data ` +
        `--mount type=bind,source=${config},target=/etc/judgment.conf,readonly nats:2.14-alpine -c /etc/judgment.conf`,
    ]);
    await nats.deleteStore();
    expect(docker.words()).toEqual([
      'inspect --format {{.State.Running}} c0ffee',
      'run --rm --volumes-from c0ffee --entrypoint sh nats:2.14-alpine -c rm -rf /data/*',
      'start c0ffee',
    ]);
  });
});

describe('volumes of a folder', () => {
  const start = async () => {
    await answers('postgres');
    await openContainedPostgres(folder, port, 's3cret', []);
    docker.words();
  };

  it('have one name at each start', async () => {
    await start();
    const before = volumes();
    await new Promise((resolve) => server?.close(resolve));
    await start();
    expect(volumes()).toEqual(before);
  });

  it('are deleted with what a container that was left over holds of them [O-L13]', async () => {
    await start();
    const [volume] = volumes();
    docker.answer('left', 'dead1\n');
    await removeVolumes(folder);
    expect(docker.words()).toEqual([
      `ps --all --quiet --filter volume=${volume}`,
      'rm --force --volumes dead1',
      `volume rm --force ${volume}`,
    ]);
    await removeVolumes(folder);
    expect(docker.words()).toEqual([]);
  });

  it('stay on the list when Docker does not delete them', async () => {
    await start();
    docker.answer('fails', 'volume');
    await expect(removeVolumes(folder)).rejects.toThrow('"docker volume" failed (Error response from daemon');
    expect(volumes()).toHaveLength(1);
  });

  it('go with a folder that is thrown away', async () => {
    await start();
    const [volume] = volumes();
    await startGuard(folder, true).release();
    expect(docker.words().at(-1)).toBe(`volume rm --force ${volume}`);
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
  });

  it('do not take the place of data that an earlier version kept in the folder itself', async () => {
    mkdirSync(join(folder, 'postgres-container'));
    await expect(openContainedPostgres(folder, 1, 's3cret', [])).rejects.toThrow(
      `${folder}/postgres-container holds the data of an earlier version, which ran Postgres 16`,
    );
    expect(docker.words()).toEqual([]);
  });
});

it('the servers in containers are those of compose and of the chart [O-L13]', () => {
  const imagesIn = (path: string) =>
    [...readFileSync(join(workspaceRoot, path), 'utf8').matchAll(/image: ((?:postgres|nats):\S+)/g)].map(
      ([, name]) => name,
    );
  for (const path of ['deploy/compose.yaml', 'helm/values.yaml'])
    expect([path, imagesIn(path)]).toEqual([path, [postgresImage, natsImage]]);
});

it('a container goes when the process that holds the guard is gone', async () => {
  const guard = startGuard(folder, false);
  for (const what of ['nats', 'postgres']) writeFileSync(join(folder, `${what}.cid`), `${what}1`);
  await guard.release();
  expect(docker.words()).toEqual(
    ['nats1', 'postgres1'].flatMap((id) => [`stop -t 20 ${id}`, `rm --force --volumes ${id}`]),
  );
});
