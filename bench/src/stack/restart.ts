import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { Client } from 'pg';
import { until } from './client';
import { Stack } from './stack';

const goneLimitS = 120;
const backLimitS = 120;

/**
 * Stops the stack's own Postgres and starts it again, with other settings beside those that it had; a later one of the
 * same name wins. The services take connections anew by themselves.
 * @param postmaster process id
 */
export async function restartPostgres(
  { adminUrl, postgresLog }: Stack,
  postmaster: number,
  settings: readonly string[],
): Promise<void> {
  const [program, ...args] = readFileSync(`/proc/${postmaster}/cmdline`, 'utf8').split('\0').filter(Boolean);
  const status = readFileSync(`/proc/${postmaster}/status`, 'utf8');
  const idOf = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  process.kill(postmaster, 'SIGINT');
  await until(async () => !existsSync(`/proc/${postmaster}`), goneLimitS);
  const log = openSync(postgresLog, 'a');
  const options = settings.flatMap((each) => ['-c', each]);
  const account = { uid: idOf('Uid'), gid: idOf('Gid') };
  const started = { ...account, cwd: '/', detached: true, stdio: ['ignore' as const, log, log] };
  spawn(program, [...args, ...options], started).unref();
  closeSync(log);
  await until(() => isUp(adminUrl), backLimitS);
}

async function isUp(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // It has not started yet; the wait for it has an end.
    return false;
  }
}

/** Has the machine forget what it holds of files. @returns false where this account may not */
export function dropPageCache(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
