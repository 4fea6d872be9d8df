import { findFreePort } from '@app/servers';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Redis {
  url: string;
  stop(): Promise<void>;
}

/**
 * `redis-server` of the path on a free port, kept as BullMQ's guide says: appended to a file that is synced every second,
 * nothing evicted. Null when the path has none.
 */
export async function openRedis(): Promise<Redis | null> {
  const folder = mkdtempSync(join(tmpdir(), 'judgment-bench-redis-'));
  const port = await findFreePort();
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', end);
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
