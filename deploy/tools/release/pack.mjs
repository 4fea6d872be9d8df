// Packs the bundles of a checkout into deploy/previous, for the tests that run two versions side by side:
//   node deploy/tools/release/pack.mjs NAME [CHECKOUT]
// The checkout (this one by default) must have built `libs/testing`. A release does it by itself (cut.mjs).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const maxBytes = 5 * 1024 * 1024;
/** The root is known by nx.json; webhooks of a stack trust the authority of the tests. */
const files = ['nx.json', 'package.json', 'libs/egress/fixtures/tls/authority.cert.pem'];
const folders = ['dist/libs/testing', 'dist/packages'];
/** Maps are for people; V8 takes its code from one version of Node alone; `.built` says what a checkout was built from. */
const isLeftOut = (name) => name.endsWith('.map') || ['code.cache', '.built'].includes(name);

/**
 * Writes `<name>.tgz` in the place of what stands in a folder.
 * @param {string} name of the version
 * @param {{ checkout?: string, folder?: string }} places whose bundles are packed, and where the archive goes
 * @returns the archive's bytes
 */
export function packBundles(name, { checkout = root, folder = join(root, 'deploy/previous') } = {}) {
  const bundles = folders.flatMap((at) =>
    readdirSync(join(checkout, at))
      .filter((file) => !isLeftOut(file))
      .map((file) => `${at}/${file}`),
  );
  const { status, stdout, stderr } = spawnSync('tar', ['-cf', '-', ...files, ...bundles], {
    cwd: checkout,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The bundles cannot be packed: ${stderr}`);
  const archive = gzipSync(stdout, { level: 9 });
  if (archive.length > maxBytes) throw new Error(`The archive has ${archive.length} bytes, more than ${maxBytes}.`);
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.tgz`), archive);
  return archive.length;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name, checkout] = argv;
  if (!name) throw new Error('Say the name of the version, and the checkout if it is not this one.');
  process.stdout.write(`${name}: ${packBundles(name, { checkout: checkout && resolve(checkout) })} bytes\n`);
}
