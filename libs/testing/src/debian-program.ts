import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const limitMs = 180_000;

export interface DebianProgram {
  /** Name of the program, as a shell finds it. */
  name: string;
  /** Debian's package that holds it, in `usr/bin`. */
  from: string;
  /** Where the package is unpacked when the machine does not have the program. */
  folder: string;
}

/**
 * Path of a program that tests need: the machine's own, else the one of Debian's package, unpacked once into `folder` and
 * not installed, so that nothing of it starts by itself.
 * @throws Error when neither can be had; its sentence says what to do
 */
export function debianProgram({ name, from, folder }: DebianProgram): string {
  const own = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  if (own !== '') return own;
  const home = join(folder, from);
  const program = join(home, 'usr/bin', name);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const part = mkdtempSync(join(folder, `${from}-`));
  try {
    if (!download(from, part)) {
      if (process.getuid?.() === 0) run('apt-get', ['update', '-qq'], part);
      if (!download(from, part)) throw new Error(`There is no ${name}: install it ("apt-get install ${from}").`);
    }
    const [archive] = readdirSync(part).filter((file) => file.endsWith('.deb'));
    if (!run('dpkg-deb', ['-x', archive, 'root'], part))
      throw new Error(`Debian's package ${from} cannot be unpacked.`);
    // Renamed whole: a run that was stopped leaves no half package, and one beside this may have been first.
    if (!existsSync(home)) renameSync(join(part, 'root'), home);
    return program;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function download(name: string, folder: string): boolean {
  return run('apt-get', ['download', '-qq', name], folder) && readdirSync(folder).some((file) => file.endsWith('.deb'));
}

function run(command: string, args: readonly string[], cwd: string): boolean {
  return spawnSync(command, args, { cwd, stdio: 'ignore', timeout: limitMs }).status === 0;
}
