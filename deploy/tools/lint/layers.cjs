// Which folder may import which of those beside it, where a layers.json says so: it lists folders, lowest layer first, and a
// folder imports folders of lower layers only. In a project's own folder it speaks of `src`, whose files app.* compose the
// service and may import every folder; in any other folder it speaks of the folders in that one.
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { escaped } = require('./pattern.cjs');
const { noProjects } = require('./projects.cjs');

/** The folders below one, and itself, that have a layers.json. */
function layeredBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !noProjects.includes(entry.name))
    .flatMap(({ name }) => layeredBelow(root, `${folder}/${name}`));
  return entries.some(({ name }) => name === 'layers.json') ? [folder, ...below] : below;
}

function rulesOf(root, folder) {
  /** @type {{ layers: string[][] }} */
  const { layers } = JSON.parse(readFileSync(join(root, folder, 'layers.json'), 'utf8'));
  const isProject = existsSync(join(root, folder, 'project.json'));
  const within = `${escaped(isProject ? `${folder}/src` : folder)}`;
  const composition = isProject ? ['app\\.(?!config)'] : [];
  const tests = `\\.(spec|fake)\\.ts$|^${within}/testing/|^${within}/.*/testing/`;
  const rules = layers.flatMap((layer, height) =>
    layer.flatMap((name) => {
      const others = layers
        .slice(height)
        .flat()
        .filter((other) => other !== name);
      const forbidden = [...others.map((other) => `${other}/`), ...composition];
      if (forbidden.length === 0) return [];
      return [
        {
          name: `${folder}: ${name} imports lower layers only`,
          severity: 'error',
          from: { path: `^${within}/${name}/`, pathNot: tests },
          to: { path: `^${within}/(${forbidden.join('|')})`, pathNot: `^${within}/${name}/` },
        },
      ];
    }),
  );
  const known = [...layers.flat(), 'testing'].join('|');
  return [
    ...rules,
    {
      name: `${folder}: every folder stands in layers.json`,
      severity: 'error',
      from: { path: `^${within}/` },
      to: { path: `^${within}/[a-z-]+/`, pathNot: `^${within}/(${known})/` },
    },
  ];
}

/** @param {{ folder: string }[]} projects */
function layersOf(root, projects) {
  return projects.flatMap(({ folder }) => layeredBelow(root, folder)).flatMap((folder) => rulesOf(root, folder));
}

module.exports = { layersOf };
