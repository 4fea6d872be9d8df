import { readFileSync } from 'node:fs';
import { parseAccount, processesOf } from '../stack/cpu';

/** What Linux counts of one process since it began, and holds of it now. */
export interface ProcessAccount {
  /** Seconds of CPU, of all threads. */
  cpu: number;
  /** How often the main thread went on after it had waited for something (voluntary context switches). */
  wakes: number;
  /** Resident memory in MiB. */
  rss: number;
  /** The same, where each page counts for the part that this process has of it. */
  pss: number;
}

/** The accounts of the services that a process has started, by name. @throws Error when one ends meanwhile */
export function readAccounts(root: number): Map<string, ProcessAccount> {
  return new Map([...processesOf(root)].map(([service, pid]) => [service, accountOf(pid)]));
}

function accountOf(pid: number): ProcessAccount {
  return {
    cpu: parseAccount(readFileSync(`/proc/${pid}/stat`, 'utf8')).own,
    wakes: numberIn(`/proc/${pid}/task/${pid}/status`, 'voluntary_ctxt_switches'),
    rss: numberIn(`/proc/${pid}/status`, 'VmRSS') / 1024,
    pss: numberIn(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024,
  };
}

function numberIn(path: string, key: string): number {
  return parseNumber(readFileSync(path, 'utf8'), key);
}

/** @param text of a file in which each line is `key: number`, with a unit or without @throws Error when the key is missing */
export function parseNumber(text: string, key: string): number {
  const found = new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`there is no ${key}`);
  return Number(found);
}
