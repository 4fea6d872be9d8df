// Which project may import which, and which packages: what kinds.cjs says, as rules of dependency-cruiser.
const { kinds, kindsInTests, isTest } = require('./kinds.cjs');
const { escaped } = require('./pattern.cjs');

/** A file of one of these projects; the folder of the project is the first group. */
const fileOf = (projects) => `^(${projects.map(({ folder }) => escaped(folder)).join('|')})/`;
const fileOfPackage = (names) => `(^|/)node_modules/(@types/)?(${names.map(packageFolder).join('|')})`;
const packageFolder = (name) => escaped(name.endsWith('/') ? name : `${name}/`);
const isOfKind =
  (...names) =>
  (project) =>
    names.some((name) => project.tags.includes(`kind:${name}`));

const isTypeScript = '^(?=.*\\.tsx?$)';

/** @param {{ folder: string, tags: string[], isApplication: boolean }[]} projects */
function boundariesOf(projects) {
  const unknown = projects.filter((project) => !isOfKind(...Object.keys(kinds))(project));
  if (unknown.length > 0) {
    throw new Error(`projects without a tag of a known kind: ${unknown.map(({ folder }) => folder).join(', ')}`);
  }
  const ofKinds = Object.keys(kinds).flatMap((kind) => rulesOf(kind, projects));
  return [...doorsOf(projects), ...ofKinds].map((rule) => ({ ...rule, severity: 'error' }));
}

/** Another project is entered by its doors alone: the names that tsconfig.base.json gives to some of its files. */
function doorsOf(projects) {
  const inProject = fileOf(projects);
  const from = { path: `${isTypeScript}${inProject}` };
  const applications = projects.filter(({ isApplication }) => isApplication);
  const toApplication = { path: fileOf(applications), pathNot: '^$1/' };
  return [
    {
      name: 'another project is imported by its name',
      from,
      to: { path: inProject, pathNot: '^$1/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'a project imports its own files by their paths',
      from,
      to: { path: '^$1/', dependencyTypes: ['aliased'] },
    },
    {
      name: 'a path leads to a file of a project',
      from,
      to: { pathNot: inProject, dependencyTypes: ['local', 'localmodule', 'undetermined'] },
    },
    { name: 'an import finds its file', from, to: { couldNotResolve: true } },
    ...(applications.length > 0 ? [{ name: 'no project imports an application', from, to: toApplication }] : []),
  ];
}

/** What a kind may import in its product and in its tests. */
function rulesOf(kind, projects) {
  const own = projects.filter(isOfKind(kind));
  if (own.length === 0) return [];
  const product = { path: `${isTypeScript}${fileOf(own)}`, pathNot: isTest };
  const inTests = { path: `^(?=.*\\.tsx?$)(?=${isTest})${fileOf(own)}` };
  return [
    ...importsOf(`kind:${kind}`, product, kinds[kind], projects),
    ...importsOf(`kind:${kind} in tests`, inTests, kindsInTests[kind], projects),
  ];
}

function importsOf(who, from, { imports, packages, noPackages }, projects) {
  const forbidden = projects.filter((project) => !isOfKind(...imports)(project));
  const toForbidden = { path: fileOf(forbidden), pathNot: '^$1/' };
  return [
    ...(forbidden.length > 0 ? [{ name: `${who} imports ${imports.join(', ')} alone`, from, to: toForbidden }] : []),
    ...(packages
      ? [
          {
            name: `${who} imports few packages`,
            from,
            to: { path: '(^|/)node_modules/', pathNot: fileOfPackage(packages) },
          },
        ]
      : []),
    ...(noPackages
      ? [{ name: `${who} imports no infrastructure`, from, to: { path: fileOfPackage(noPackages) } }]
      : []),
  ];
}

module.exports = { boundariesOf };
