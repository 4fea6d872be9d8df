import { busUsers, streams } from '@app/contracts/catalogue';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import { Client } from 'pg';
import { makeFolder } from '../../plain/cluster.cjs';
import { asAccount, postgresAccount } from '../infrastructure/account';
import { busUser } from '../infrastructure/nats/nats-config';
import { openTestInfrastructure, type TestInfrastructure } from '../infrastructure/test-infrastructure';
import { workspaceRoot } from '../workspace';
import { ownAll } from './archive';

// The commands of docs/restore.md that need neither Kubernetes nor Docker, by programs of this machine.
const page = readFileSync(join(workspaceRoot, 'docs/restore.md'), 'utf8');
const names = streams().map(({ name }) => name);
const rights = { publish: ['$JS.API.STREAM.DELETE.*'], subscribe: ['_INBOX.>'] };
let folder: string;
let started: TestInfrastructure;

beforeAll(async () => {
  folder = makeFolder(mkdtempSync(join(tmpdir(), 'judgment-steps-')));
  const users = busUsers().map(({ service, permissions }) => busUser(service, 's', permissions));
  const env = { PATH: process.env['PATH'] };
  started = await openTestInfrastructure(folder, [busUser('restore', 's', rights), ...users], env);
}, 60_000);
afterAll(async () => {
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the server answers to `nats request '$JS.API.STREAM.DELETE.<stream>' ''` of a user; a refused one gets no answer. */
async function deletion(user: string, stream: string): Promise<unknown> {
  const inboxPrefix = user === 'restore' ? '_INBOX' : `_INBOX_${user}`;
  const { url } = started.infrastructure.nats;
  const connection = await connect({ servers: url, user, pass: 's', inboxPrefix });
  try {
    const reply = await connection.request(`$JS.API.STREAM.DELETE.${stream}`, '', { timeout: 5_000 });
    const { success, error } = reply.json<{ success?: boolean; error?: { description: string } }>();
    return success ?? error?.description;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await connection.close();
  }
}

it('the user of the page deletes each stream that the page names, and no user of a service does [O-L6]', async () => {
  const [, listed] = /^ *for stream in (.*); do$/m.exec(page) ?? [];
  expect(listed?.split(' ').sort()).toEqual([...names].sort());
  for (const one of [...rights.publish, ...rights.subscribe]) expect(page).toContain(`\`${one}\``);
  const { url, admin } = started.infrastructure.nats;
  const connection = await connect({ servers: url, user: admin.user, pass: admin.password });
  const manager = await connection.jetstreamManager();
  for (const { name, subjects } of streams()) await manager.streams.add({ name, subjects });
  for (const { service } of busUsers())
    expect([service, await deletion(service, names[0])]).toEqual([service, 'PERMISSIONS_VIOLATION']);
  for (const name of names) expect([name, await deletion('restore', name)]).toEqual([name, true]);
  expect(await deletion('restore', names[0])).toBe('stream not found');
  expect(await manager.streams.list().next()).toEqual([]);
  await connection.close();
}, 60_000);

it('a base backup as one archive starts where it is unpacked, with all that was committed before [O-L6]', async () => {
  const { control } = started.infrastructure.postgres;
  if (!control) throw new Error('This spec copies the data of its server, so it needs its own.');
  const client = new Client({ connectionString: started.env['TEST_DATABASE_URL'] });
  await client.connect();
  await client.query('create table app.kept as select 1 as id');
  // The backup begins with a checkpoint that takes its time, as is right on a server in use; after this one it has little to write.
  await client.query('checkpoint');
  await client.end();
  const [, words] = /pg_basebackup (-U postgres .*) > /.exec(page) ?? [];
  expect(words).toBe('-U postgres -D - -Ft -X fetch -z');
  const account = postgresAccount();
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked, { mode: 0o700 });
  const { port, password } = new URL(control.adminUrl);
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: port, PGPASSWORD: password };
  const piped = `"$0/pg_basebackup" ${words} | tar xzf - -C "$1"`;
  const { status, stderr } = spawnSync('sh', ['-c', piped, control.bin, unpacked], { encoding: 'utf8', env });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  ownAll(unpacked, account);
  // One process without a port reads what the server would serve, after the recovery that the backup calls for.
  const ask = ['--single', '-D', unpacked, 'judgment'];
  const said = spawnSync(join(control.bin, 'postgres'), ask, {
    ...asAccount(account),
    cwd: '/',
    encoding: 'utf8',
    input: 'select id from app.kept',
  });
  expect(said.stdout).toContain('id = "1"');
}, 60_000);
