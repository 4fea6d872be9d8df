/**
 * @typedef {object} Packed
 * @property {Record<string, any>} manifest its package.json
 * @property {ReadonlyMap<string, string>} files texts of the archive by their path in the package
 */

/** Paths of the package that a member of `exports` names, at any depth. */
const targetsOf = (value) =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap((each) => targetsOf(each));

/** What else a package for users holds that is none of their business. */
const isForeign = (path) =>
  /(^|\/)(node_modules|testing|fixtures)\/|\.(spec|e2e|test)\.|\.map$|\.tgz$|(?<!\.d)\.[cm]?ts$/.test(path);

/**
 * What keeps a packed package from being published, each as a sentence.
 * @param {Packed} packed
 * @param {string} version of the project
 */
function faultsOf({ manifest, files }, version) {
  const { main, module, types, bin = {}, exports, engines, dependencies, license } = manifest;
  const programs = targetsOf(bin);
  const named = [...targetsOf(exports), ...programs, main, module, types].filter((path) => path !== undefined);
  const missing = [...new Set(named)].map((path) => path.replace(/^\.\//, '')).filter((path) => !files.has(path));
  const silent = programs.filter((path) => !files.get(path.replace(/^\.\//, ''))?.startsWith('#!/usr/bin/env node\n'));
  return [
    ...missing.map((path) => `package.json names ${path}, which is not in the archive.`),
    ...silent.map((path) => `${path} does not begin with "#!/usr/bin/env node".`),
    ...[...files.keys()].filter(isForeign).map((path) => `${path} is for us, and is in the archive.`),
    ...(files.has('README.md') ? [] : ['The archive has no README.md.']),
    ...(engines?.node ? [] : ['package.json does not say which Node it needs (engines.node).']),
    ...(dependencies === undefined ? [] : ['package.json has dependencies; both packages stand alone.']),
    ...(manifest.version === version ? [] : [`package.json says ${manifest.version}, the project ${version}.`]),
    ...(license === undefined ? ['package.json has no licence.'] : []),
  ];
}

/** What a publisher must decide, though the archive is whole. @param {Packed} packed */
function warningsOf({ manifest }) {
  return manifest.license === 'UNLICENSED'
    ? ['The licence is UNLICENSED: nobody may use the package until the owner chooses one (docs/release.md).']
    : [];
}

module.exports = { faultsOf, warningsOf };
