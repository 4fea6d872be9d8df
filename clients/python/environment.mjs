// Makes a virtual environment of Python with the packages of a lock, once, and prints the path of its python.
//   node clients/python/environment.mjs [test|runtime]     (test by default; PYTHON names another program than python3)
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const state = resolve(here, '../../.state/python');
const least = [3, 11];

/**
 * The python of an environment that holds what `requirements/<name>.lock` says. One that stands and is whole is taken as it is.
 * @throws Error whose sentence says what the machine lacks
 */
export function environmentOf(name) {
  const program = process.env.PYTHON ?? 'python3';
  const version = versionOf(program);
  const lock = join(here, `requirements/${name}.lock`);
  const hash = createHash('sha256').update(readFileSync(lock)).update(version).digest('hex').slice(0, 16);
  const folder = join(state, `${name}-${hash}`);
  const python = join(folder, 'bin/python');
  const whole = join(folder, 'whole');
  if (existsSync(whole)) return python;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(state, { recursive: true });
  run(program, ['-m', 'venv', folder], 'Install the module venv ("apt-get install python3-venv").');
  run(
    python,
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes', '-r', lock],
    `The lock holds files of one platform, which its first line names. On another: ${program} clients/python/requirements/lock.py`,
  );
  writeFileSync(whole, '');
  return python;
}

function versionOf(program) {
  const { stdout, status } = spawnSync(program, ['-c', 'import sys; print(*sys.version_info[:3], sep=".")'], {
    encoding: 'utf8',
  });
  const version = stdout?.trim() ?? '';
  const [major, minor] = version.split('.').map(Number);
  if (status === 0 && major === least[0] && minor >= least[1]) return version;
  const found = status === 0 ? `${program} is ${version}` : `there is no ${program}`;
  throw new Error(
    `The tests of clients/python need Python ${least.join('.')} or newer, and ${found}: install it ("apt-get install python3 python3-venv") or set PYTHON.`,
  );
}

/** @throws Error with what the program said and a sentence that helps */
function run(program, words, help) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed.\n${stdout}${stderr}\n${help}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${environmentOf(process.argv[2] ?? 'test')}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
