import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { reasonIn, SetupFailure } from '../infrastructure/failure';
import { postgresPid, runPostgres, stopPostgres, type PostgresControl } from '../infrastructure/postgres/postgres';
import { ownAll, plainPath } from './archive';
import { endedAtFile } from './base-backup';

export interface Restore {
  /** A folder that `takeBaseBackup` made. */
  from: string;
  /** The folder of the archived log; without it the data are those of the backup's end. */
  wal?: string;
  /** RFC 3339: what was committed later is gone. Left out: all that the log holds. */
  at?: string;
}

/** With microseconds as Postgres has them, which a Date of JavaScript would cut off. */
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:\d\d)?)$/;
const settings = ['restore_command', 'recovery_target_time', 'recovery_target_action'];

/**
 * Puts a backup in the place of a stopped server's data, replays the log up to a moment, and leaves the server running.
 * The data of before stay in a folder beside. The caller deletes the JetStream store before any service starts: facts of
 * the time that is gone would be charged and folded.
 * @returns the folder of the data of before, if there were any
 * @throws SetupFailure when the server runs, or when the log does not reach from the backup to the moment; then the data
 * of before are in their place again
 */
export async function restoreBackup(control: PostgresControl, restore: Restore): Promise<string | undefined> {
  const { dataDir, account } = control;
  if (postgresPid(control) !== undefined)
    throw new SetupFailure('Postgres runs: stop it before its data are replaced.');
  const from = plainPath(restore.from);
  if (!existsSync(join(from, 'backup_label')))
    throw new SetupFailure(`${from} holds no backup: name the folder of a base backup.`);
  const before = existsSync(dataDir) ? freeName(`${dataDir}.before`) : undefined;
  assertAfter(from, restore.at);
  const ending = recoverySettings(restore);
  if (before) renameSync(dataDir, before);
  try {
    mkdirSync(dataDir, { mode: 0o700 });
    copyAll(from, dataDir);
    if (before && restore.wal) keepUnarchived(join(before, 'pg_wal'), join(dataDir, 'pg_wal'));
    writeFileSync(join(dataDir, 'recovery.signal'), '');
    appendFileSync(join(dataDir, 'postgresql.auto.conf'), ending);
    ownAll(dataDir, account);
    chmodSync(dataDir, 0o700);
    await runPostgres(control);
    await waitUntilPromoted(control);
  } catch (error) {
    await stopPostgres(control);
    rmSync(dataDir, { recursive: true, force: true });
    if (before) renameSync(before, dataDir);
    throw error;
  }
  return before;
}

function copyAll(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new SetupFailure(`The backup cannot be copied (${stderr.trim()}): make room and try again.`);
}

/** @throws SetupFailure for a moment before the backup ended: Postgres would answer with the data of that end */
function assertAfter(from: string, at: string | undefined): void {
  if (at === undefined) return;
  if (!(moment.test(at) && Date.parse(at) > 0))
    throw new SetupFailure(`"${at}" is no moment: write it as 2027-01-31T12:00:00Z.`);
  const file = join(from, endedAtFile);
  const endedAt = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (endedAt !== '' && Date.parse(at) >= Date.parse(endedAt)) return;
  throw new SetupFailure(
    `The backup ended at ${endedAt || 'a time that it does not hold'}, and ${at} is before that: name an older backup or a later moment.`,
  );
}

/** What a server that was not lost wrote last and had not archived yet: nothing that it acknowledged is missing then. */
function keepUnarchived(from: string, to: string): void {
  if (!existsSync(from)) return;
  const segments = readdirSync(from).filter((name) => /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/.test(name));
  for (const name of segments) cpSync(join(from, name), join(to, name));
}

function recoverySettings({ wal, at }: Restore): string {
  const copy = wal === undefined ? 'false' : `cp ${plainPath(wal)}/%f "%p"`;
  return [
    '',
    `restore_command = '${copy}'`,
    ...(at === undefined ? [] : [`recovery_target_time = '${at.replace('Z', '+00')}'`]),
    `recovery_target_action = 'promote'`,
    '',
  ].join('\n');
}

/** A server takes connections while it still replays; services may write only when it has ended that. */
async function waitUntilPromoted(control: PostgresControl): Promise<void> {
  const client = new Client({ connectionString: control.adminUrl });
  client.on('error', () => undefined); // the query that follows says it
  try {
    await client.connect();
    while ((await client.query<{ busy: boolean }>('select pg_is_in_recovery() as busy')).rows[0]?.busy) await sleep(20);
    for (const name of settings) await client.query(`alter system reset ${name}`);
  } catch (error) {
    throw new SetupFailure(`Postgres ended while it replayed its log (${reasonIn(control.logPath)}).`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined); // it may be gone with the server
  }
}

function freeName(path: string): string {
  for (let i = 1; ; i += 1) if (!existsSync(`${path}-${i}`)) return `${path}-${i}`;
}
