const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const folders = ['apps', 'clients', 'deploy', 'libs', '.'];
const bundler = 'deploy/tools/build/build.mjs';

/**
 * The commands of Nx's targets `build`, without Nx: one process bundles all projects that only need bundling, which takes
 * about half the time of a process for each.
 * @param names of projects; those that have no build are left out
 * @returns words after `node`, one list a process
 */
function buildsOf(root, names) {
  const commands = folders
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'project.json')))
    .filter(existsSync)
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))
    .filter(({ name, targets }) => targets?.build && names.includes(name))
    .map(({ targets }) => targets.build.options.command.split(' ').slice(1));
  const bundled = commands.filter(([program]) => program === bundler).map(([, project]) => project);
  const others = commands.filter(([program]) => program !== bundler);
  return bundled.length > 0 ? [[bundler, ...bundled], ...others] : others;
}

module.exports = { buildsOf };
