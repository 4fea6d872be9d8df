// The projects of the workspace, read from the project.json of each: no graph and no cache that may be missing or stale.
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Folders of no project, with nothing that anybody wrote. */
const noProjects = ['node_modules', 'dist', 'coverage'];

/** A project is a folder of the root, or one in such a folder. */
function foldersOf(root) {
  const below = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !noProjects.includes(entry.name))
      .map(({ name }) => (folder ? `${folder}/${name}` : name));
  return below('').flatMap((folder) => [folder, ...below(folder)]);
}

/** @returns {{ folder: string, tags: string[], isApplication: boolean }[]} */
function projectsOf(root) {
  return foldersOf(root)
    .filter((folder) => existsSync(join(root, folder, 'project.json')))
    .map((folder) => {
      const { tags, projectType } = JSON.parse(readFileSync(join(root, folder, 'project.json'), 'utf8'));
      return { folder, tags: tags ?? [], isApplication: projectType === 'application' };
    });
}

module.exports = { noProjects, projectsOf };
