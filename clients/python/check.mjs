// Checks the Python client: lint, format, types, units, and its wheel in an environment that has nothing else.
//   node clients/python/check.mjs     (`npm run test:long` runs it; its scenario is test-e2e/python.e2e.ts)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf } from './environment.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'python-client-'));
const env = {
  ...process.env,
  PYTHONDONTWRITEBYTECODE: '1',
  MYPY_CACHE_DIR: join(scratch, 'mypy'),
  RUFF_CACHE_DIR: join(scratch, 'ruff'),
};

/** @throws Error after what the program said */
function run(python, ...words) {
  process.stdout.write(`python ${words.join(' ')}\n`);
  const { status } = spawnSync(python, words, { cwd: here, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`python ${words.join(' ')} failed; what it said stands above.`);
}

/** The wheel as a user installs it: its metadata, its types, and what it does without pandas. */
function checkWheel(test, runtime) {
  const built = join(scratch, 'built');
  run(test, '-m', 'build', '--wheel', '--no-isolation', '--outdir', built);
  const [wheel] = readdirSync(built);
  const user = join(scratch, 'user');
  run(runtime, '-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--target', user, join(built, wheel));
  const { version } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8'));
  run(runtime, '-I', 'tests/wheel.py', user, version.replace('-rc.', 'rc'));
}

try {
  const test = environmentOf('test');
  run(test, '-m', 'ruff', 'check');
  run(test, '-m', 'ruff', 'format', '--check');
  run(test, '-m', 'mypy');
  run(test, '-m', 'pytest', '-q', '-p', 'no:cacheprovider');
  checkWheel(test, environmentOf('runtime'));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
