// A subcommand of dist/deploy/local/main.js, with all that it needs brought about before.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  benchPart,
  buildStale,
  bundle,
  dashboardPart,
  dropStaleDashboard,
  servicesPart,
} from '../tools/build/build-stale.mjs';
import { install, root, run } from '../tools/build/setup.mjs';
import prepare from './prepare.cjs';

/** Commands that also use packages of tests: a queue to compare with, and the maker of types. */
const usingTestPackages = ['bench', 'docs'];

/** Hands this process over to the subcommand. */
export async function runCommand(name, args) {
  const prepared = name === 'start' && prepareServers(args);
  await install({ alsoOfTests: usingTestPackages.includes(name) });
  const options = await build(name);
  await prepared;
  handOver(name, [...args, ...options]);
}

/**
 * Has what a first start needs of Postgres and NATS made beside the install, which uses one core and the network. What this
 * cannot do, the start does again and tells.
 */
function prepareServers(args) {
  if (!prepare.isFirstStart(root) || args.includes('--fresh')) return undefined; // `--fresh` forgets what would be made
  return run(process.execPath, [join(root, 'deploy/local/prepare.cjs')]);
}

/** @returns options that tell the subcommand what is not built yet */
async function build(name) {
  if (name === 'docs') {
    // The API document is made before the client that is typed by it: after a new route the client does not build yet.
    await bundle(['gateway', 'local']);
    return [];
  }
  if (name === 'start') {
    await buildStale(servicesPart());
    // Nobody looks at the dashboard before the services answer: it is built while they start.
    return dropStaleDashboard() ? ['--build-dashboard'] : [];
  }
  await buildStale(servicesPart(), dashboardPart);
  if (name === 'bench') await buildStale(benchPart);
  return [];
}

function handOver(name, args) {
  const main = join(root, 'dist/deploy/local/main.js');
  process.argv = [process.argv[0], main, name, ...args];
  process.setSourceMapsEnabled(true);
  createRequire(import.meta.url)(main);
}
