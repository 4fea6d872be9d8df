const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Packages that have the version of the project. */
const packages = ['.', 'clients/cli', 'clients/dashboard', 'deploy/local', 'libs/sdk'];

/** Files that say the version, each with the text that becomes it. The chart has a version of its own beside it. */
const others = [
  ['helm/Chart.yaml', (version) => [/^appVersion: '.*'$/m, `appVersion: '${version}'`]],
  // Python writes a candidate 0.2.0rc1.
  [
    'clients/python/src/judgment/_version.py',
    (version) => [/^__version__ = ".*"$/m, `__version__ = "${version.replace('-rc.', 'rc')}"`],
  ],
  ['helm/examples/production.yaml', (version) => [/(judgment-service, tag: )'[^']*'/, `$1'${version}'`]],
];

/** Says a version wherever the project says its own. @throws Error for a file that does not */
function sayVersion(root, version) {
  for (const at of packages) changeJson(join(root, at, 'package.json'), (json) => ({ ...json, version }));
  changeJson(join(root, 'package-lock.json'), (lock) => {
    lock.version = version;
    for (const at of ['', ...packages]) if (lock.packages[at]?.version) lock.packages[at].version = version;
    return lock;
  });
  for (const [path, changeOf] of others) {
    const text = readFileSync(join(root, path), 'utf8');
    const [pattern, replacement] = changeOf(version);
    if (!pattern.test(text)) throw new Error(`${path} says no version.`);
    writeFileSync(join(root, path), text.replace(pattern, replacement));
  }
}

/**
 * The changelog with a heading for a version. A release takes the place of "(unreleased)"; a candidate stands below it,
 * over what has come until now.
 * @throws Error when nothing is unreleased
 */
function headed(changelog, { version, day, isCandidate }) {
  const [heading] = /^## .* \(unreleased\)$/m.exec(changelog) ?? [];
  if (heading === undefined) throw new Error('CHANGELOG.md has no heading "(unreleased)".');
  const own = `## ${version} (${day})`;
  return changelog.replace(heading, isCandidate ? `${heading}\n\n${own}` : own);
}

function changeJson(path, change) {
  writeFileSync(path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
}

module.exports = { headed, sayVersion };
