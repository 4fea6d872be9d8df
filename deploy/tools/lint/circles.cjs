// Projects that import each other in a circle, and folders of a project that do: no rule about one import can tell, and no
// file need be in a circle for it.
const { isTest } = require('./kinds.cjs');

/**
 * Tests do not count: those of a project use servers that import the project.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules
 * @param {{ folder: string }[]} projects
 * @returns {{ rule: string, from: string, to: string }[]} of each project, and of each folder, in a circle the first import
 * of the next one
 */
function circlesOf(modules, projects) {
  const test = new RegExp(isTest);
  const projectOf = (file) => projects.find(({ folder }) => file.startsWith(`${folder}/`))?.folder;
  const imports = modules
    .filter(({ source }) => projectOf(source) && !test.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({
        from: source,
        to: resolved,
        fromProject: projectOf(source),
        toProject: projectOf(resolved),
      })),
    );
  return [
    ...circlesAmong(betweenProjects(imports)).map((one) => ({ rule: 'no circle of projects', ...one })),
    ...circlesAmong(betweenFolders(imports)).map((one) => ({ rule: 'no circle of folders', ...one })),
  ];
}

/** The imports of TypeScript files that leave their project. */
function betweenProjects(imports) {
  return imports
    .filter(({ from, fromProject, toProject }) => /\.tsx?$/.test(from) && toProject && toProject !== fromProject)
    .map(({ from, to, fromProject, toProject }) => ({ from, to, start: fromProject, end: toProject }));
}

/** The imports between folders that stand beside each other in a project, at any depth. */
function betweenFolders(imports) {
  return imports
    .filter(({ fromProject, toProject }) => toProject === fromProject)
    .flatMap(({ from, to }) => {
      const [one, other] = [from.split('/'), to.split('/')];
      const depth = one.findIndex((name, place) => name !== other[place]);
      // A file beside the other's folder, or beside the other file, is of no folder there.
      if (depth < 0 || depth >= one.length - 1 || depth >= other.length - 1) return [];
      return [{ from, to, start: one.slice(0, depth + 1).join('/'), end: other.slice(0, depth + 1).join('/') }];
    });
}

/** Of the imports by which one gets from a start back to it, the first between each two neighbours. */
function circlesAmong(imports) {
  const next = new Map();
  for (const { start, end } of imports) next.set(start, (next.get(start) ?? new Set()).add(end));
  const reached = new Map([...next.keys()].map((start) => [start, reachedFrom(start, next)]));
  const closing = imports.filter(({ start, end }) => reached.get(end)?.has(start));
  const firsts = new Map(closing.reverse().map((one) => [`${one.start} ${one.end}`, one]));
  return [...firsts.values()].reverse().map(({ from, to }) => ({ from, to }));
}

function reachedFrom(start, next) {
  const reached = new Set([start]);
  for (const at of reached) for (const end of next.get(at) ?? []) reached.add(end);
  return reached;
}

module.exports = { circlesOf };
