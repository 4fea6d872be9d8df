// What stands before every command on a fresh clone: the right Node and the packages of the lock. Plain Node without
// packages. Speaks on stderr only, so that a command's own output can be piped.
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import staleness from './staleness.cjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
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

/**
 * Brings node_modules to what the lock says.
 * @param alsoOfTests also the packages of tests and lint, which take as long as all others; a start leaves them out
 */
export async function install({ alsoOfTests = false } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer (https://nodejs.org) and start again.`);
  }
  process.chdir(root);
  if (staleness.needsInstall(root)) {
    say('Installing the packages of package-lock.json (npm ci, about a minute) ...');
    await runNpm('ci', ...(alsoOfTests ? [] : ['--omit=dev']));
  } else if (alsoOfTests && staleness.lacksTestPackages(root)) {
    say('Installing the packages of tests and lint ...');
    await runNpm('install', '--no-save'); // adds; "npm ci" would first delete what a running start loads from
  }
}

async function runNpm(...words) {
  const { code, output } = await run('npm', [...words, '--no-progress'], { env: { ...process.env, NODE_ENV: '' } });
  if (code === 0) return;
  say(output.trim().split('\n').slice(-15).join('\n'));
  fail(`"npm ${words.join(' ')}" failed: mend what it says above (network, disk, registry) and start again.`);
}
