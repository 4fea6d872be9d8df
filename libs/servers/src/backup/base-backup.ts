import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { asAccount, postgresAccount } from '../infrastructure/account';
import { reasonOf, SetupFailure } from '../infrastructure/failure';
import { archiveFolder } from './archive';

/** File of a backup: the server's time when it ended. The log leads to no earlier moment, and Postgres would not say so. */
export const endedAtFile = 'judgment_backup_ended_at';

/**
 * Copies a running Postgres whole, with the log that makes the copy consistent: it can be restored without an archive,
 * to the moment at which it ended.
 * @param bin folder of the server's programs
 * @param folder of the copy; must be missing or empty
 * @throws SetupFailure with what pg_basebackup said
 */
export async function takeBaseBackup(bin: string, adminUrl: string, folder: string): Promise<void> {
  const program = join(bin, 'pg_basebackup');
  if (!existsSync(program))
    throw new SetupFailure(
      `${program} is missing: install the client programs of Postgres, such as postgresql-client.`,
    );
  const account = postgresAccount();
  const path = archiveFolder(folder, account);
  if (readdirSync(path).length > 0) throw new SetupFailure(`${path} is not empty: name a new folder for the backup.`);
  const { hostname, port, username, password } = new URL(adminUrl);
  const { status, stderr, error } = spawnSync(
    program,
    ['-h', hostname, '-p', port, '-U', decodeURIComponent(username), '-D', path, '-X', 'stream', '-c', 'fast'],
    {
      ...asAccount(account),
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', PGPASSWORD: decodeURIComponent(password) },
    },
  );
  if (status !== 0)
    throw new SetupFailure(
      `The backup was not made (${reasonOf(stderr || error?.message || '')}): mend that, empty ${path}, and take it again.`,
    );
  writeFileSync(join(path, endedAtFile), await readTime(adminUrl));
}

async function readTime(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ now: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    );
    return rows[0]?.now ?? '';
  } finally {
    await client.end();
  }
}
