// The account that Postgres runs as. Plain Node: it is asked before `npm ci`.
const { spawnSync } = require('node:child_process');
const { chownSync, readFileSync } = require('node:fs');

/**
 * Postgres refuses to run as root, so root lends it another account: `postgres` (made when missing), else `nobody`.
 * @returns undefined for everybody but root, null for a root without an account to lend
 */
function lentAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const known = findAccount('postgres');
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  return findAccount('postgres') ?? findAccount('nobody') ?? null;
}

/** Whether the account can reach a folder: parents of mode 700, such as root's home, shut it out. */
function canEnter(folder, account) {
  if (!account) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1" && [ -r . ]', 'sh', folder], {
    ...asAccount(account),
    cwd: '/',
  });
  return status === 0;
}

function own(path, account) {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Options of `spawn` that switch to the account. */
function asAccount(account) {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

function findAccount(name) {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':');
    if (login === name) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

module.exports = { asAccount, canEnter, lentAccount, own };
