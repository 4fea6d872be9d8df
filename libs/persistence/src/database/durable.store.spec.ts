import { testEnvironment } from '@app/testing';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Database } from './database';

const { urls, adminUrl } = testEnvironment();

async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function assertDurable(): Promise<void> {
  const database = await Database.open({ url: urls.billing, schema: 'billing', poolSize: 2 });
  try {
    await database.assertDurable();
  } finally {
    await database.close();
  }
}

describe('a server that acknowledges what it may lose', () => {
  afterEach(() => asAdmin((admin) => admin.query('alter role svc_billing reset synchronous_commit')));

  it.each([
    ['off', false],
    ['local', true],
    ['on', true],
  ])('with synchronous_commit %s is taken: %s [T10]', async (setting, isTaken) => {
    await asAdmin((admin) => admin.query(`alter role svc_billing set synchronous_commit = ${setting}`));
    if (isTaken) await assertDurable();
    else
      await expect(assertDurable()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/synchronous_commit off/) as string,
      });
  });
});

const commits = 200;

/** Commits rows one after the other on a connection of its own. @returns how often its process flushed files to disk */
async function flushesWhile(settings: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'judgment-flush-'));
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`${settings}; create table if not exists t10 (n int)`);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const output = join(folder, 'calls');
    const args = ['-e', 'trace=fdatasync,fsync', '-o', output, '-p', String(rows[0].pid)];
    const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => tracer.once('exit', resolve));
    await new Promise<void>((resolve, reject) => {
      tracer.once('error', reject);
      tracer.stderr.on('data', (output: Buffer) =>
        output.includes('attached') ? resolve() : reject(new Error(`${output}`)),
      );
    });
    for (let n = 0; n < commits; n += 1) await client.query('insert into t10 values ($1)', [n]);
    tracer.kill('SIGINT');
    await ended;
    return readFileSync(output, 'utf8').match(/^f(data)?sync\(/gm)?.length ?? 0;
  } finally {
    await client.query('drop table if exists t10');
    await client.end();
    rmSync(folder, { recursive: true });
  }
}

if (process.env['LONG'] === '1') {
  it('every acknowledged commit was flushed before, as strace sees it, and none with synchronous_commit off [T10]', async () => {
    expect(await flushesWhile('set synchronous_commit = on')).toBeGreaterThanOrEqual(commits);
    expect(await flushesWhile('set synchronous_commit = off')).toBeLessThan(commits / 10);
  }, 120_000);
}
