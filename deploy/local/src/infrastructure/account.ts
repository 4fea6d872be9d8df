import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { SetupFailure } from './failure';

/** The account that Postgres runs as; undefined means the one we run as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Postgres refuses to run as root, so root lends it another account: `postgres` (made when missing), else `nobody`.
 * @returns undefined for everybody but root
 */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = findAccount('postgres');
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  const account = findAccount('postgres') ?? findAccount('nobody');
  if (!account)
    throw new SetupFailure('Postgres refuses to run as root and no account is at hand: add a user "postgres".');
  return account;
}

/** Whether the account can reach a folder: parents of mode 700, such as root's home, shut it out. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (!account) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1" && [ -r . ]', 'sh', folder], {
    ...asAccount(account),
    cwd: '/',
  });
  return status === 0;
}

export function own(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Options of `spawn` that switch to the account. */
export function asAccount(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

function findAccount(name: string): Account | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':');
    if (login === name) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
