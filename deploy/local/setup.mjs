// What stands before every command on a fresh clone: the right Node, the packages of the lock, a build of these sources.
// Plain Node without packages. Speaks on stderr only, so that a command's own output can be piped.
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import builds from './builds.cjs';
import staleness from './staleness.cjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const quiet = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' };

export function say(line) {
  process.stderr.write(`${line}\n`);
}

export function fail(sentence) {
  say(sentence);
  process.exit(1);
}

/** Runs a program to its end. @returns exit code and all it said */
export function run(command, args, { env = process.env, echo = false, timeoutMs = 30 * 60_000 } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    let output = '';
    const hear = (chunk) => {
      output += chunk;
      if (echo) process.stderr.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', (error) => done({ code: 127, output: error.message }));
    child.once('close', (code) => done({ code: code ?? 1, output, isTimedOut: child.killed }));
  });
}

export function bin(name) {
  return join(root, 'node_modules/.bin', name);
}

export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer (https://nodejs.org) and start again.`);
  }
  process.chdir(root);
  if (!staleness.needsInstall(root)) return;
  say('Installing the packages of package-lock.json (npm ci, about a minute) ...');
  const { code, output } = await run('npm', ['ci', '--no-progress'], { env: { ...process.env, NODE_ENV: '' } });
  if (code !== 0) {
    say(output.trim().split('\n').slice(-15).join('\n'));
    fail('"npm ci" failed: mend what it says above (network, disk, registry) and start again.');
  }
}

export async function build() {
  const outputs = ['deploy/local', ...readdirSync(join(root, 'apps')).map((name) => `apps/${name}`)];
  const mains = [
    ...outputs.map((project) => `dist/${project}/main.js`),
    'dist/clients/dashboard/manifest.json',
    'dist/packages/code.cache',
  ];
  const fingerprint = staleness.sourceFingerprint(root);
  if (!staleness.needsBuild(root, fingerprint, mains)) return;
  say('Building ...');
  await bundle();
  writeFileSync(join(root, 'dist/.built'), `${fingerprint}\n`);
}

/** @param projects all when left out */
async function bundle(projects) {
  const outcomes = await Promise.all(builds.buildsOf(root, projects).map((words) => run(process.execPath, words)));
  const failed = outcomes.filter(({ code }) => code !== 0);
  if (failed.length === 0) return;
  for (const { output } of failed) say(output.trim());
  fail('The build failed: mend what it says above and start again.');
}

/** Hands this process over to a subcommand of dist/deploy/local/main.js. */
export async function command(name, args) {
  await install();
  // The API document is made before the client that is typed by it: after a new route the client does not build yet.
  if (name === 'docs') await bundle(['gateway', 'local']);
  else await build();
  const main = join(root, 'dist/deploy/local/main.js');
  process.argv = [process.argv[0], main, name, ...args];
  process.setSourceMapsEnabled(true);
  createRequire(import.meta.url)(main);
}
