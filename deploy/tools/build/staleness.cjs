// What tells whether node_modules and dist are older than what they are made of. Plain Node: it runs before `npm ci`.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

/** They hold every project that a start builds, and what these import. */
const folders = [
  'apps',
  'clients',
  'libs',
  'examples',
  'bench',
  'deploy/local',
  'deploy/together',
  'deploy/tools/build',
  'docs/guide',
];
const files = ['package-lock.json', 'tsconfig.base.json', '.swcrc', 'nx.json'];
/** Pages that the gateway serves beside the guides (apps/gateway/src/page/guide/sources.ts). */
const pages = [
  'clients/cli/README.md',
  'clients/python/README.md',
  'docs/contract.md',
  'docs/engines.md',
  'docs/glossary.md',
  'docs/methods.md',
  'libs/sdk/README.md',
];
const skipped = new Set(['node_modules', 'dist', 'fixtures', '.state']);

/** Whether `npm ci` is due: never run, or run for another lock. */
function needsInstall(root) {
  const done = join(root, 'node_modules/.package-lock.json'); // npm writes it last
  return !existsSync(done) || statSync(done).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** Whether packages of tests and lint are missing: a start installs those of the services and of their build alone. */
function lacksTestPackages(root) {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(devDependencies).some((name) => !existsSync(join(root, 'node_modules', name)));
}

/** One hash over path, size and time of everything that the build reads; moves when a file is added, changed or gone. */
function sourceFingerprint(root) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    if (!existsSync(join(root, folder))) return;
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) walk(path);
      } else if (
        (/\.(tsx?|mjs|cjs|sql|css|br)$|^(project|version|recipes)\.json$/.test(entry.name) &&
          !/\.(spec|e2e)\.ts$/.test(entry.name)) ||
        path.startsWith('docs/guide/')
      )
        add(path);
    }
  };
  folders.forEach(walk);
  [...files, ...pages].filter((path) => existsSync(join(root, path))).forEach(add);
  return hash.digest('hex');
}

/**
 * @param outputs files that the build must have left; a dist that was thinned out by hand is no build
 * @param stamp file with the fingerprint of the last build
 */
function needsBuild(root, fingerprint, outputs, stamp) {
  if ([stamp, ...outputs].some((path) => !existsSync(join(root, path)))) return true;
  return readFileSync(join(root, stamp), 'utf8').trim() !== fingerprint;
}

module.exports = { folders, lacksTestPackages, needsBuild, needsInstall, pages, sourceFingerprint };
