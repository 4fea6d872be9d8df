import { readFileSync, readdirSync } from 'node:fs';

/** Seconds of CPU that processes have used since they began, by what they are. */
export interface Cpu {
  services: number;
  nats: number;
  postgres: number;
  /** Of `services`, that of each service by its name. */
  byService: Map<string, number>;
}

export interface Account {
  name: string;
  parent: number;
  /** Seconds of the process itself. */
  own: number;
  /** Seconds of those that it started and that have ended. */
  ended: number;
}

/** What Linux counts CPU in, whatever the processor does: USER_HZ. */
const ticksPerSecond = 100;

/**
 * CPU by the processes' own accounts. Backends of Postgres that have ended are in the account of their server.
 * @param root started the services and NATS, directly or not
 * @param postmaster process id of the Postgres server
 * @throws Error where there is no `/proc`
 */
export function cpuOf(root: number, postmaster: number): Cpu {
  const accounts = readAccounts();
  const cpu: Cpu = { services: 0, nats: 0, postgres: 0, byService: new Map() };
  for (const [pid, { name, own, ended }] of accounts) {
    if (isUnder(accounts, postmaster, pid)) cpu.postgres += pid === postmaster ? own + ended : own;
    else if (isUnder(accounts, root, pid)) {
      const isNats = name.startsWith('nats');
      cpu[isNats ? 'nats' : 'services'] += own;
      const service = isNats ? null : serviceOf(pid);
      if (service) cpu.byService.set(service, (cpu.byService.get(service) ?? 0) + own);
    }
  }
  return cpu;
}

/**
 * Process ids of the services that a process has started, directly or not, by name; of several replicas, of one.
 * @throws Error where there is no `/proc`
 */
export function processesOf(root: number): Map<string, number> {
  const accounts = readAccounts();
  const found = [...accounts.keys()].flatMap((pid): [string, number][] => {
    const service = isUnder(accounts, root, pid) ? serviceOf(pid) : null;
    return service ? [[service, pid]] : [];
  });
  return new Map(found);
}

function readAccounts(): Map<number, Account> {
  const accounts = new Map<number, Account>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const account = accountOf(name);
    if (account) accounts.set(Number(name), account);
  }
  return accounts;
}

function isUnder(accounts: ReadonlyMap<number, Account>, ancestor: number, pid: number): boolean {
  const parent = accounts.get(pid)?.parent;
  return pid === ancestor || (parent !== undefined && parent !== 0 && isUnder(accounts, ancestor, parent));
}

/** The service that a process runs; null for the one that starts them, and for one that has just ended. */
function serviceOf(pid: number): string | null {
  const command = readOrNothing(`/proc/${pid}/cmdline`);
  return /dist\/apps\/([^/]+)\//.exec(command ?? '')?.[1] ?? null;
}

/** @returns null for a process that ended between the listing and the look */
function accountOf(pid: string): Account | null {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  return stat === null ? null : parseAccount(stat);
}

function readOrNothing(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** @param stat text of `/proc/<pid>/stat` */
export function parseAccount(stat: string): Account {
  // The name stands in parentheses and may hold any character; what follows its end is separated by spaces.
  const nameEnd = stat.lastIndexOf(')');
  const [, parent, ...rest] = stat.slice(nameEnd + 2).split(' ');
  const [user, system, endedUser, endedSystem] = rest.slice(9, 13).map((ticks) => Number(ticks) / ticksPerSecond);
  const name = stat.slice(stat.indexOf('(') + 1, nameEnd);
  return { name, parent: Number(parent), own: user + system, ended: endedUser + endedSystem };
}
