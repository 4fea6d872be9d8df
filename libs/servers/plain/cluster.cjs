// The data folder of a Postgres of our own, and how it is made. Plain Node: a first start makes it beside `npm ci`.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { asAccount, canEnter, own } = require('./account.cjs');

/** A folder that the account can enter, made when missing. */
function makeFolder(folder) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** The state folder, or a folder of the system with a pointer to it when Postgres' account cannot enter the checkout. */
function dataFolder(stateDir, account) {
  if (canEnter(stateDir, account)) return stateDir;
  const hash = createHash('sha256').update(stateDir).digest('hex').slice(0, 16);
  const folder = makeFolder(join('/var/lib/judgment-service', hash));
  writeFileSync(join(stateDir, 'data-folder'), `${folder}\n`);
  return folder;
}

/** Major version that made a cluster; undefined when there is none. */
function clusterMajor(dataDir) {
  const file = join(dataDir, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/**
 * Makes a cluster, whole or not at all: it is made beside its place first.
 * @param place programs, data folder and account
 * @param password of the administrator
 * @returns what initdb said when it failed
 */
function makeCluster({ bin, dataDir, account }, password) {
  const made = `${dataDir}.new`;
  const passwordFile = `${dataDir}.password`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { mode: 0o700 });
  own(made, account);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(passwordFile, account);
  const initdb = (locale) =>
    spawnSync(
      join(bin, 'initdb'),
      [
        '-D',
        made,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--no-sync',
        '-E',
        'UTF8',
        `--locale=${locale}`,
      ],
      { ...asAccount(account), cwd: '/', encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', HOME: '/' } },
    );
  let outcome = initdb('C.UTF-8');
  if (outcome.status !== 0) outcome = initdb('C');
  rmSync(passwordFile, { force: true });
  if (outcome.status !== 0) {
    rmSync(made, { recursive: true, force: true });
    return outcome.stderr || outcome.error?.message || '';
  }
  rmSync(dataDir, { recursive: true, force: true });
  renameSync(made, dataDir);
  return undefined;
}

module.exports = { clusterMajor, dataFolder, makeCluster, makeFolder };
