import { existsSync, writeFileSync } from 'node:fs';
import { until } from './client';

const goneLimitS = 120;

/** Ends the stack's own Postgres as an operator would. The process that started it starts it again, with nothing in its buffers. */
export async function endPostgres(postmaster: number): Promise<void> {
  process.kill(postmaster, 'SIGINT');
  await until(async () => !existsSync(`/proc/${postmaster}`), goneLimitS);
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
