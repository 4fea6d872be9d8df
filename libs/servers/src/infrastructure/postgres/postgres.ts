import { spawn } from 'node:child_process';
import { closeSync, existsSync, fchownSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clusterMajor, makeCluster } from '../../../plain/cluster.cjs';
import { asAccount, type Account } from '../account';
import { messageOf, reasonIn, reasonOf, SetupFailure } from '../failure';
import { commandLine, isAlive, readPid, signal, waitUntilGone } from '../process/process';
import type { PostgresProgram } from '../process/program';

/** All that a process needs to stop, kill or start our Postgres, also one that did not start it. */
export interface PostgresControl {
  /** Folder of the programs. */
  bin: string;
  dataDir: string;
  logPath: string;
  port: number;
  account?: Account;
  adminUrl: string;
  /** Settings beside those that every server of ours has. */
  settings?: readonly string[];
}

export interface PostgresServer {
  /** The administrator's address of the maintenance database. */
  adminUrl: string;
  dataDir: string;
  /** Missing for a server that we did not start. */
  control?: PostgresControl;
  /** Lets nobody wait: open connections are ended, then it checkpoints (fast stop). */
  stop(): Promise<void>;
  /** Immediate stop: as after a power cut, the next start recovers. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** Both asserted by the services at start: an acknowledged write is on disk. */
const everyServer = [
  'fsync=on',
  'synchronous_commit=on',
  'max_connections=200',
  'shared_buffers=256MB',
  'listen_addresses=127.0.0.1',
];

/**
 * A first load fills empty tables, and until they are analyzed plans take them for empty: a count over 6,500 documents by
 * one of their answers then takes 11 s instead of 33 ms. Postgres looks once a minute, which a load does not wait for.
 */
export const keptSettings = ['autovacuum_naptime=5s'];

export async function startPostgres(
  program: PostgresProgram,
  folder: string,
  port: number,
  password: string,
  account: Account | undefined,
  settings: readonly string[] = [],
): Promise<PostgresControl> {
  const dataDir = join(folder, 'postgres');
  const logPath = join(folder, 'postgres.log');
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const control: PostgresControl = { bin: program.bin, dataDir, logPath, port, account, adminUrl, settings };
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialize(control, password);
  const major = clusterMajor(dataDir);
  if (major !== program.major) {
    throw new SetupFailure(
      `The data in ${dataDir} is of Postgres ${major} and this machine offers ${program.major}: install Postgres ${major}, or forget the data with "npm start -- --fresh".`,
    );
  }
  await stopPostgres(control);
  await runPostgres(control);
  return control;
}

function initialize(control: PostgresControl, password: string): void {
  const said = makeCluster(control, password);
  if (said !== undefined)
    throw new SetupFailure(
      `Postgres could not make its data folder ${control.dataDir} (${reasonOf(said)}): make room or mend its rights and start again.`,
    );
}

/** Starts the server that a control describes and waits until it takes connections. */
export async function runPostgres(control: PostgresControl): Promise<void> {
  dropStaleLock(control);
  const log = openSync(control.logPath, 'a', 0o640);
  if (control.account) fchownSync(log, control.account.uid, control.account.gid);
  const sockets = control.dataDir.length < 80 ? control.dataDir : ''; // a socket's path holds 107 bytes
  const place = [`port=${control.port}`, `unix_socket_directories=${sockets}`];
  const options = [...everyServer, ...(control.settings ?? []), ...place].flatMap((one) => ['-c', one]);
  const child = spawn(join(control.bin, 'postgres'), ['-D', control.dataDir, ...options], {
    ...asAccount(control.account),
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C' },
  });
  closeSync(log);
  child.unref();
  let gone = false;
  child.once('exit', () => (gone = true));
  child.once('error', () => (gone = true));
  const until = Date.now() + 60_000; // recovery after a kill may replay a lot
  for (;;) {
    const refusal = await readRefusal(control.adminUrl);
    if (refusal === undefined) return;
    if (gone || Date.now() > until) {
      const reason = gone ? reasonIn(control.logPath) : refusal;
      throw new SetupFailure(`Postgres did not start (${reason}): see ${control.logPath}, mend that and start again.`);
    }
    await sleep(15);
  }
}

export async function stopPostgres(control: PostgresControl): Promise<void> {
  await end(control, 'SIGINT', 20_000);
}

export async function killPostgres(control: PostgresControl): Promise<void> {
  await end(control, 'SIGQUIT', 10_000);
}

export async function restartPostgres(control: PostgresControl): Promise<void> {
  await stopPostgres(control);
  await runPostgres(control);
}

export function postgresServer(control: PostgresControl): PostgresServer {
  return {
    adminUrl: control.adminUrl,
    dataDir: control.dataDir,
    control,
    stop: () => stopPostgres(control),
    kill: () => killPostgres(control),
    restart: () => restartPostgres(control),
  };
}

/** The postmaster of this data folder, if it runs. */
export function postgresPid(control: PostgresControl): number | undefined {
  const pid = readPid(join(control.dataDir, 'postmaster.pid'));
  return pid !== undefined && isAlive(pid) && isOurs(pid, control) ? pid : undefined;
}

async function end(control: PostgresControl, how: NodeJS.Signals, timeoutMs: number): Promise<void> {
  const pid = postgresPid(control);
  if (pid === undefined) return;
  signal(pid, how);
  if (await waitUntilGone(pid, timeoutMs)) return;
  signal(pid, 'SIGQUIT');
  await waitUntilGone(pid, 5_000);
}

/** A pid of another program in the lock file (the machine was restarted) would make Postgres refuse to start. */
function dropStaleLock(control: PostgresControl): void {
  if (postgresPid(control) === undefined) rmSync(join(control.dataDir, 'postmaster.pid'), { force: true });
}

function isOurs(pid: number, control: PostgresControl): boolean {
  const command = commandLine(pid);
  return command === '' || command.includes(control.dataDir);
}

/** Why a server takes no connections; undefined when it does. */
export async function readRefusal(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined); // the same failure rejects connect()
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
