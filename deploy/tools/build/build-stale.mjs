// What a start and its commands run, built again when it is older than its sources. The tests pack the clients, the image
// builds all.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import builds from './builds.cjs';
import { fail, root, run, say } from './setup.mjs';
import staleness from './staleness.cjs';

/**
 * @typedef {object} Part
 * @property {string} name in a sentence
 * @property {string[]} projects of Nx
 * @property {string[]} outputs files that a build must have left
 * @property {string} stamp file that keeps what the sources were at the last build
 */

/** @returns {Part} */
export function servicesPart() {
  const services = readdirSync(join(root, 'apps'));
  const folders = ['deploy/local', 'deploy/together', 'examples', ...services.map((name) => `apps/${name}`)];
  return {
    name: 'the services',
    projects: ['examples', 'local', 'together', ...services],
    outputs: [...folders.map((folder) => `dist/${folder}/main.js`), 'dist/packages/code.cache'],
    stamp: 'dist/.built',
  };
}

const manifest = 'dist/clients/dashboard/manifest.json';

/** @type {Part} */
export const dashboardPart = {
  name: 'the dashboard',
  projects: ['dashboard'],
  outputs: [manifest],
  stamp: 'dist/.dashboard-built',
};

/** @type {Part} */
export const benchPart = {
  name: 'the bench',
  projects: ['bench'],
  outputs: ['dist/bench/main.js'],
  stamp: 'dist/bench/.built',
};

/** Builds those of the parts that are older than their sources. */
export async function buildStale(...parts) {
  const { fingerprint, stale } = staleOf(parts);
  if (stale.length === 0) return;
  say(`Building ${stale.map(({ name }) => name).join(' and ')} ...`);
  await bundle(stale.flatMap(({ projects }) => projects));
  for (const { stamp } of stale) writeFileSync(join(root, stamp), `${fingerprint}\n`);
}

/**
 * Takes a dashboard that is older than its sources out of the gateway's sight: it would be served for as long as the gateway
 * runs, or go while it is read.
 * @returns whether the dashboard must be built
 */
export function dropStaleDashboard() {
  if (staleOf([dashboardPart]).stale.length === 0) return false;
  rmSync(join(root, manifest), { force: true });
  return true;
}

export async function bundle(projects) {
  const commands = builds.buildsOf(root, projects).map(quickened);
  const outcomes = await Promise.all(commands.map((words) => run(process.execPath, words)));
  const failed = outcomes.filter(({ code }) => code !== 0);
  if (failed.length === 0) return;
  for (const { output } of failed) say(output.trim());
  fail('The build failed: mend what it says above and start again.');
}

/** On this machine a browser is near: the best compression of the dashboard would take longer than it ever saves. */
function quickened(words) {
  return words[0] === 'clients/dashboard/build.mjs' ? [...words, '--quick'] : words;
}

/** @param {Part[]} parts */
function staleOf(parts) {
  const fingerprint = staleness.sourceFingerprint(root);
  const isStale = ({ outputs, stamp }) => staleness.needsBuild(root, fingerprint, outputs, stamp);
  return { fingerprint, stale: parts.filter(isStale) };
}
