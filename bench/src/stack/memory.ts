import { readFileSync, readdirSync } from 'node:fs';

/**
 * Resident memory of a process and all that it started, in MB. Postgres is left out: each of its processes counts the
 * pages that they share.
 * @returns null where there is no `/proc`
 */
export function memoryOf(root: number): number | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  const residentKb = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const status = statusOf(name);
    const read = (key: string): string => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    if (status === '' || !/^node|^nats|^Main/.test(read('Name'))) continue;
    parents.set(Number(name), Number(read('PPid')));
    residentKb.set(Number(name), Number(read('VmRSS')));
  }
  const isOurs = (pid: number | undefined): boolean => pid === root || (!!pid && isOurs(parents.get(pid)));
  let sum = 0;
  for (const [pid, kb] of residentKb) if (isOurs(pid)) sum += kb;
  return sum / 1024;
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended between the listing and the look.
    return '';
  }
}
