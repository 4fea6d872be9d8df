import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { own, type Account } from '../infrastructure/account';
import { SetupFailure } from '../infrastructure/failure';

/** A segment is archived when it is full, and after these seconds at the latest: what a lost disk can cost. */
export const archiveTimeoutSeconds = 60;

/**
 * The folder as an absolute path that Postgres' account may write, made when missing.
 * @throws SetupFailure for a name that a shell or Postgres would read as more than a name
 */
export function archiveFolder(folder: string, account: Account | undefined): string {
  const path = plainPath(folder);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  own(path, account);
  return path;
}

/** An absolute path that a command of Postgres can hold without quotes. @throws SetupFailure */
export function plainPath(path: string): string {
  const absolute = resolve(path);
  if (/^[\w./+-]+$/.test(absolute)) return absolute;
  throw new SetupFailure(
    `Postgres calls a shell with the path ${absolute}: choose one of letters, digits and the signs . _ + - /`,
  );
}

/**
 * Has Postgres copy its log (WAL) to a folder; holds from the next start of the server on.
 * @param adminUrl of an administrator of the server
 * @param folder as `archiveFolder` returns it
 */
export async function archiveWal(adminUrl: string, folder: string): Promise<void> {
  // A crash may come between the copy and its note: the same segment again is a success, another one never replaces it.
  const copy = `cmp -s "%p" ${folder}/%f || (test ! -e ${folder}/%f && cp "%p" ${folder}/%f.part && sync ${folder}/%f.part && mv ${folder}/%f.part ${folder}/%f)`;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('alter system set archive_mode = on');
    await client.query(`alter system set archive_timeout = ${archiveTimeoutSeconds}`);
    await client.query(`alter system set archive_command = '${copy}'`);
  } finally {
    await client.end();
  }
}

/** Gives a folder and all in it to Postgres' account. */
export function ownAll(folder: string, account: Account | undefined): void {
  if (!account) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new SetupFailure(`${folder} cannot be given to ${account.name} (${stderr.trim()}).`);
}
