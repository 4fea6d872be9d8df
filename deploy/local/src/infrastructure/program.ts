import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { canEnter, type Account } from './account';

/** The least versions whose features are used. */
const leastPostgres = 14;
const leastNats = [2, 9] as const;

export interface PostgresProgram {
  /** Folder of `initdb` and `postgres`. */
  bin: string;
  major: number;
}

/** Postgres programs on this machine, the path first, then the usual folders, newest first. Never a server that runs. */
export function postgresPrograms(account: Account | undefined): PostgresProgram[] {
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
export function postgresMajor(bin: string): number {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** The first nats-server that is new enough, from the path, the usual folders and `more`. */
export function natsProgram(more: string[] = []): string | undefined {
  const folders = [...pathFolders(), '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin', ...more];
  return folders
    .map((folder) => join(folder, 'nats-server'))
    .find((file) => existsSync(file) && isNatsNewEnough(natsVersion(file)));
}

/** Such as "2.9.10", or '' when the program does not run. */
export function natsVersion(file: string): string {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return /v?(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? '';
}

export function isNatsNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastNats[0] || (major === leastNats[0] && minor >= leastNats[1]);
}

function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
}

function versioned(folder: string, toBin: (name: string) => string | undefined): string[] {
  if (!existsSync(folder)) return [];
  const byNumber = (a: string, b: string) => (Number(/\d+/.exec(b)?.[0]) || 0) - (Number(/\d+/.exec(a)?.[0]) || 0);
  return readdirSync(folder)
    .sort(byNumber)
    .flatMap((name) => toBin(name) ?? []);
}
