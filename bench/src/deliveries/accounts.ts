import { readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Account, parseAccount } from '../stack/cpu';

/** Whose processor time a delivery takes. The producer's and the webhooks' rows are in one Postgres. */
export type Part = 'producer' | 'NATS' | 'Postgres' | 'webhooks' | 'receiver';

/** Where the processes are. */
export interface Places {
  /** A backend of the Postgres server. */
  backend: number;
  webhooks: number;
  receiver: number;
}

interface Process extends Account {
  command: string;
}

/**
 * Seconds of processor time that each part has used since it began, by the processes' own accounts. This process is the
 * producer, and its relay. @throws Error where there is no `/proc`
 */
export function accountsOf({ backend, webhooks, receiver }: Places): Record<Part, number> {
  const processes = readProcesses();
  const postmaster = processes.get(backend)?.parent ?? 0;
  // The throw-away servers have one folder.
  const folder = dirname(/-D (\S+)/.exec(processes.get(postmaster)?.command ?? '')?.[1] ?? '');
  const partOf = (pid: number, { parent, command }: Process): Part | null => {
    if (pid === process.pid) return 'producer';
    if (pid === webhooks) return 'webhooks';
    if (pid === receiver) return 'receiver';
    if (pid === postmaster || parent === postmaster) return 'Postgres';
    return command.includes('nats-server') && command.includes(folder) ? 'NATS' : null;
  };
  const used: Record<Part, number> = { producer: 0, NATS: 0, Postgres: 0, webhooks: 0, receiver: 0 };
  for (const [pid, each] of processes) {
    const part = partOf(pid, each);
    // Backends that have ended are in the account of their server.
    if (part !== null) used[part] += each.own + (pid === postmaster ? each.ended : 0);
  }
  return used;
}

/** Processes by their ids; those that end meanwhile are left out. */
function readProcesses(): Map<number, Process> {
  const pids = readdirSync('/proc').filter((each) => /^\d+$/.test(each));
  return new Map(pids.flatMap((pid) => readProcess(pid) ?? []));
}

function readProcess(pid: string): [[number, Process]] | null {
  try {
    const account = parseAccount(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return [[Number(pid), { ...account, command }]];
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
