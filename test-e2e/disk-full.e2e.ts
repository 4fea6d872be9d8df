import { services } from '@app/contracts';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Load } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const mib = 1024 * 1024;
const documents = isLong ? 600 : 60;
const answeredMs = 300_000;
/** Half a MiB that Postgres cannot make smaller. */
const text = randomBytes((3 * mib) / 8).toString('base64');

let stack: Stack;
beforeAll(async () => {
  stack = await openStack({
    name: 'disk-full',
    processes: true,
    ...(isLong && { settings: { all: { STREAM_MAX_MIB: '64' } } }),
  });
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

async function loadIn(name: string): Promise<Load> {
  const scenario = new Scenario(stack, name);
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  return new Load(scenario, documents, answeredMs);
}

async function largeIn(name: string): Promise<Scenario> {
  const scenario = new Scenario(stack, `${name}-large`);
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  return scenario;
}

/** One write of half a MiB, of a namespace without judgments. @returns its status; every refusal is 503 with a time to wait */
async function writeLarge(scenario: Scenario, id: string): Promise<number> {
  const upsert = [{ id, state: { text } }];
  const { status, body, headers } = await scenario.call('POST', '/documents', { upsert });
  if (status !== 200) {
    expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  return status;
}

/** Under load, has Postgres refuse, looks for the refusal, and makes room again: nothing acknowledged is lost. */
async function refusesAndGoesOn(name: string, refuse: () => Promise<void>, allow: () => Promise<void>): Promise<void> {
  const load = await loadIn(name);
  const beside = await largeIn(name);
  const written = load.write();
  await load.untilAcknowledged(documents / 4);
  const large: string[] = [];
  let refused = '';
  await refuse();
  try {
    for (let n = 0; n < 200 && refused === ''; n += 1) {
      if ((await writeLarge(beside, `large${n}`)) === 200) large.push(`large${n}`);
      else refused = `large${n}`;
    }
    expect(refused).not.toBe('');
  } finally {
    await allow();
  }
  await written;
  await load.check();
  for (const id of large) expect((await beside.read(id)).state).toEqual({ text });
  // Asked without a key: a refusal may stand for a write whose answer was lost, but never for a part of it.
  const { status, body } = await beside.call<{ state: object }>('GET', `/documents/${refused}`);
  if (status !== 404) expect(body.state).toEqual({ text });
  expect(await eventually(() => writeLarge(beside, 'after'))).toBe(200);
}

it('answers 503 while Postgres has no room for documents and facts, keeps nothing of such a write, and goes on with room [T37]', async () => {
  // What Postgres says when its disk is full: for each new document, and at the last statement of any change.
  const refusal = `create function app.no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`;
  const tables = ['documents.document', ...services.map((service) => `${service.replaceAll('-', '_')}.outbox`)];
  const refuse = [
    refusal,
    ...tables.map((table) => `create trigger no_room before insert on ${table} execute function app.no_room()`),
  ];
  await refusesAndGoesOn(
    'disk-full/facts',
    async () => void (await stack.sql(refuse.join(';'))),
    async () => void (await stack.sql('drop function app.no_room cascade')),
  );
});

/** A small file system where a server keeps its files; Linux and root only. */
class SmallDisk {
  private readonly filler: string;

  private constructor(private readonly folder: string) {
    this.filler = join(folder, 'filler');
  }

  /** @param size in bytes; what the folder holds is copied. The server must not run */
  static mount(folder: string, size: number): SmallDisk {
    const original = `${folder}.original`;
    renameSync(folder, original);
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
    execFileSync('cp', ['-a', `${original}/.`, folder]);
    rmSync(original, { recursive: true });
    return new SmallDisk(folder);
  }

  /** Leaves no room. */
  fill(): void {
    const file = openSync(this.filler, 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(mib));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.filler, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }
}

/** The folder of both servers of the stack. */
async function serversFolder(): Promise<string> {
  const [{ folder }] = await stack.sql<{ folder: string }>(`select current_setting('data_directory') as folder`);
  return dirname(folder);
}

if (isLong) {
  it('answers 503 at worst while the disk of NATS is full, and judges what it acknowledged once there is room [T37]', async () => {
    const folder = join(await serversFolder(), 'nats-store');
    await stack.nats.stop();
    // Three quarters of it are for streams, which reserve 64 MiB each.
    const disk = SmallDisk.mount(folder, 1024 * mib);
    try {
      await stack.nats.start();
      const load = await loadIn('disk-full/nats');
      const beside = await largeIn('disk-full/nats');
      const written = load.write();
      await load.untilAcknowledged(documents / 4);
      disk.fill();
      const waiting = services.map((service) => `select stream_seq from ${service.replaceAll('-', '_')}.outbox`);
      await eventually(async () => {
        await writeLarge(beside, 'large');
        const rows = await stack.sql<{ stream_seq: string | null }>(waiting.join(' union all '));
        expect(rows.some(({ stream_seq: seq }) => seq === null)).toBe(true);
      }, 60_000);
      disk.makeRoom();
      // A server that ran out of room may take nothing more until it is started again.
      await stack.nats.restart();
      await written;
      await load.check();
    } finally {
      await stack.nats.stop();
      disk.unmount();
      await stack.nats.start();
    }
  }, 900_000);

  it('answers 503 while the disk of Postgres is full, and loses nothing that it acknowledged [T37]', async () => {
    const folder = join(await serversFolder(), 'postgres');
    await stack.postgres.kill();
    const disk = SmallDisk.mount(folder, sizeOf(folder) + 96 * mib);
    try {
      await stack.postgres.start();
      await refusesAndGoesOn(
        'disk-full/postgres',
        async () => disk.fill(),
        async () => {
          disk.makeRoom();
          // Without room for its log the server ends, and starts again only with room.
          await stack.postgres.restart();
        },
      );
    } finally {
      await stack.postgres.kill();
      disk.unmount();
    }
  }, 900_000);
}

function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
}
