// Programs of servers on this machine. Plain Node: it is asked before `npm ci`.
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, realpathSync } = require('node:fs');
const { delimiter, dirname, join } = require('node:path');
const { canEnter } = require('./account.cjs');

/** The least versions whose features are used. */
const leastPostgres = 14;
const leastNats = [2, 9];

/** Postgres programs on this machine, the path first, then the usual folders, newest first. Never a server that runs. */
function postgresPrograms(account) {
  const folders = [
    ...pathFolders(),
    ...versioned('/usr/lib/postgresql', (version) => `/usr/lib/postgresql/${version}/bin`),
    ...versioned('/usr', (name) => (/^pgsql-\d+$/.test(name) ? `/usr/${name}/bin` : undefined)),
    ...versioned('/opt/homebrew/opt', (name) =>
      name.startsWith('postgresql') ? `/opt/homebrew/opt/${name}/bin` : undefined,
    ),
    ...versioned('/usr/local/opt', (name) =>
      name.startsWith('postgresql') ? `/usr/local/opt/${name}/bin` : undefined,
    ),
    '/Applications/Postgres.app/Contents/Versions/latest/bin',
  ];
  const bins = folders.filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
  // A link on the path leads to the folder whose neighbours (share, lib) the program looks for.
  const real = new Set(bins.map((folder) => dirname(realpathSync(join(folder, 'postgres')))));
  return [...real]
    .map((bin) => ({ bin, major: postgresMajor(bin) }))
    .filter(({ bin, major }) => major >= leastPostgres && canEnter(bin, account));
}

/** Major version of the programs in a folder, 0 when they do not run. */
function postgresMajor(bin) {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** The first nats-server that is new enough, from the path, the usual folders and `more`. */
function natsProgram(more = []) {
  const folders = [...pathFolders(), '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin', ...more];
  return folders
    .map((folder) => join(folder, 'nats-server'))
    .find((file) => existsSync(file) && isNatsNewEnough(natsVersion(file)));
}

/** Such as "2.9.10", or '' when the program does not run. */
function natsVersion(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return /v?(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? '';
}

function isNatsNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastNats[0] || (major === leastNats[0] && minor >= leastNats[1]);
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

function versioned(folder, toBin) {
  if (!existsSync(folder)) return [];
  const byNumber = (a, b) => (Number(/\d+/.exec(b)?.[0]) || 0) - (Number(/\d+/.exec(a)?.[0]) || 0);
  return readdirSync(folder)
    .sort(byNumber)
    .flatMap((name) => toBin(name) ?? []);
}

module.exports = { isNatsNewEnough, natsProgram, natsVersion, postgresMajor, postgresPrograms };
