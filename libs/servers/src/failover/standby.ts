import { appendFileSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { endedAtFile, takeBaseBackup } from '../backup/base-backup';
import { own } from '../infrastructure/account';
import { SetupFailure } from '../infrastructure/failure';
import { childrenOf, signal, waitUntilGone } from '../infrastructure/process/process';
import { makeFolder } from '../../plain/cluster.cjs';
import { postgresPid, runPostgres, type PostgresControl } from '../infrastructure/postgres/postgres';

/** The name by which a primary knows its standby. */
const standbyName = 'standby';
const syncLimitMs = 30_000;

/**
 * Copies a running Postgres, follows it from the copy, and has it wait for the copy at each commit.
 * @param folder of the copy's data and log; must be missing or empty
 * @returns the standby, which takes reads and can be promoted
 */
export async function startStandby(primary: PostgresControl, folder: string, port: number): Promise<PostgresControl> {
  const { bin, account, adminUrl, settings } = primary;
  const dataDir = join(makeFolder(folder), 'postgres');
  await takeBaseBackup(bin, adminUrl, dataDir);
  rmSync(join(dataDir, endedAtFile));
  const { hostname, port: primaryPort, username, password } = new URL(adminUrl);
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=${standbyName}`;
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  const signalFile = join(dataDir, 'standby.signal');
  writeFileSync(signalFile, '');
  own(signalFile, account);
  chmodSync(dataDir, 0o700);
  const url = new URL(adminUrl);
  url.port = String(port);
  const standby = { bin, dataDir, logPath: join(folder, 'postgres.log'), port, account, adminUrl: url.href, settings };
  await runPostgres(standby);
  await withAdmin(adminUrl, async (admin) => {
    await admin.query(`alter system set synchronous_standby_names = '${standbyName}'`);
    await admin.query('select pg_reload_conf()');
    await waitUntilSynchronous(admin);
  });
  return standby;
}

/** Makes a standby the primary; resolves when it takes writes. It waits for no standby of its own. */
export async function promoteStandby({ adminUrl }: PostgresControl): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ done: boolean }>('select pg_promote() as done');
    if (!rows[0]?.done) throw new SetupFailure('The standby was not promoted within a minute: see its log.');
  });
}

/** SIGKILL to every process of a Postgres at once, as when its machine is lost. */
export async function losePostgres(control: PostgresControl): Promise<void> {
  const pid = postgresPid(control);
  if (pid === undefined) return;
  // Otherwise it would start new processes in the place of those that end.
  signal(pid, 'SIGSTOP');
  const all = [pid, ...childrenOf(pid)];
  all.forEach((one) => signal(one, 'SIGKILL'));
  for (const one of all) await waitUntilGone(one, 10_000);
}

async function waitUntilSynchronous(admin: Client): Promise<void> {
  const until = Date.now() + syncLimitMs;
  const text = `select from pg_stat_replication where application_name = $1 and sync_state = 'sync'`;
  while ((await admin.query(text, [standbyName])).rowCount === 0) {
    if (Date.now() > until) throw new SetupFailure('The standby does not follow its primary: see its log.');
    await sleep(20);
  }
}

async function withAdmin<T>(adminUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: adminUrl });
  admin.on('error', () => undefined); // the query under way says it
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
