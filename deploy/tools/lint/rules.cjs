// Who may import whom. Each rule is made of what the workspace says: project.json of a project, layers.json of a folder.
const { boundariesOf } = require('./boundaries.cjs');
const { layersOf } = require('./layers.cjs');
const { projectsOf } = require('./projects.cjs');

/** @returns {import('dependency-cruiser').IConfiguration} */
const rulesOf = (root, projects = projectsOf(root)) => ({
  forbidden: [
    { name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'libs, clients, examples and the bench import nothing of deploy',
      severity: 'error',
      from: { path: '^(bench|clients|examples|libs)/' },
      to: { path: '^deploy/' },
    },
    ...boundariesOf(projects),
    ...layersOf(root, projects),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Pages that the gateway shows are no code of the folders where they lie.
    exclude: { path: '^dist|^\\.state|/fixtures/|\\.md$' },
    tsPreCompilationDeps: true,
    // The ways into a package that its own package.json names.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
    },
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
});

module.exports = { rulesOf };
