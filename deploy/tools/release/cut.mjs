// Cuts a version of this checkout: node deploy/tools/release/cut.mjs VERSION     (0.2.0, or a candidate 0.2.0-rc.1)
// Says the version in packages, chart and CHANGELOG.md. A release also becomes the version that the next one is upgraded
// from: its bundles (deploy/previous), messages, migrations and calls of functions. Commit what it writes (docs/upgrade.md).
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../build/setup.mjs';
import { packBundles } from './pack.mjs';
import versions from './versions.cjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const [, , version = ''] = process.argv;
const [, candidate] =
  /^\d+\.\d+\.\d+(-rc\.\d+)?$/.exec(version) ?? fail(`"${version}" is no version such as 0.2.0 or 0.2.0-rc.1.`);
const isCandidate = candidate !== undefined;
const day = new Date().toISOString().slice(0, 10);
// First, since a checkout that has only been started lacks the packages of tests, and half a version would stay.
await install({ alsoOfTests: true });

const changelog = join(root, 'CHANGELOG.md');
writeFileSync(changelog, versions.headed(readFileSync(changelog, 'utf8'), { version, day, isCandidate }));
versions.sayVersion(root, version);
run(process.execPath, 'deploy/tools/build/build.mjs', 'libs/testing');
if (isCandidate) {
  // Nobody upgrades from a candidate: the archive only shows that it can be made.
  say(packBundles(version, { folder: join(root, '.state/candidate') }));
} else {
  say(packBundles(version));
  run(process.execPath, 'libs/contracts/previous/take.mjs', version);
  const spec = 'libs/persistence/src/lint/migrations.spec.ts';
  run('npx', 'jest', spec, '--selectProjects', 'unit', { FREEZE: '1' });
}

function say(bytes) {
  process.stdout.write(`${version}: the bundles have ${(bytes / 1024 / 1024).toFixed(1)} MiB.\n`);
}

function run(program, ...words) {
  const env = typeof words.at(-1) === 'object' ? { ...process.env, ...words.pop() } : process.env;
  const { status } = spawnSync(program, words, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail(`${words[0]} failed; what it said stands above.`);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
