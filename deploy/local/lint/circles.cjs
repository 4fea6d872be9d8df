// Projects that import each other in a circle: no rule about one import can tell, and no file need be in a circle for it.
const { isTest } = require('./kinds.cjs');

/**
 * Tests do not count: those of a project use servers that import the project.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules
 * @param {{ folder: string }[]} projects
 * @returns {{ rule: string, from: string, to: string }[]} of each project in a circle the first import of the next one
 */
function circlesOf(modules, projects) {
  const imports = importsBetween(modules, projects);
  const reached = new Map(projects.map(({ folder }) => [folder, reachedFrom(folder, imports)]));
  const closing = imports.filter(({ fromProject, toProject }) => reached.get(toProject).has(fromProject));
  const firsts = new Map(closing.reverse().map((one) => [`${one.fromProject} ${one.toProject}`, one]));
  return [...firsts.values()].reverse().map(({ from, to }) => ({ rule: 'no circle of projects', from, to }));
}

/** The imports of TypeScript files that leave their project. */
function importsBetween(modules, projects) {
  const projectOf = (file) => projects.find(({ folder }) => file.startsWith(`${folder}/`))?.folder;
  return modules
    .filter(({ source }) => /\.tsx?$/.test(source) && projectOf(source) && !new RegExp(isTest).test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({
        from: source,
        to: resolved,
        fromProject: projectOf(source),
        toProject: projectOf(resolved),
      })),
    )
    .filter(({ fromProject, toProject }) => toProject && toProject !== fromProject);
}

function reachedFrom(folder, imports) {
  const reached = new Set([folder]);
  for (const at of reached) {
    for (const { fromProject, toProject } of imports) if (fromProject === at) reached.add(toProject);
  }
  return reached;
}

module.exports = { circlesOf };
