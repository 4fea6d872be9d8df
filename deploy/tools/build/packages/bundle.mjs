// Bundles the packages that services load at their start into one file, dist/packages/code.js, with the machine code that
// V8 made of it, as a short life of a service leaves it (live.cjs). A service's start otherwise reads 1,500 files and compiles
// them: two thirds of its processor time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inside, outside } from './names.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../../..');
const folder = join(root, 'dist/packages');
const sources = ['bundle.mjs', 'live.cjs', 'load.cjs', 'names.mjs'].map((file) => join(here, file));

/** Of everything that the bundle is made of; V8 refuses code of another version, so Node's version belongs to it. */
const fingerprint = () => {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...sources, join(root, 'package-lock.json')]) hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** Packages that stay outside: those that another one may load and nobody has installed, and those of `outside`. */
const leaveOutside = {
  name: 'outside',
  setup(pass) {
    pass.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const isOutside = outside.some((name) => path === name || path.startsWith(`${name}/`));
      if (isOutside) return { path, external: true };
      try {
        createRequire(isAbsolute(importer) ? importer : join(root, 'package.json')).resolve(path);
        return undefined;
      } catch {
        return { path, external: true };
      }
    });
  },
};

/** Does nothing when the bundle is there and made of what there is now. Two builds at once end with one whole bundle. */
export async function bundlePackages() {
  const wanted = fingerprint();
  if (madeOf() === wanted) return;
  const { build } = await import('esbuild');
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  const table = inside.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)}),`);
  await build({
    stdin: { contents: `module.exports = {\n${table.join('\n')}\n};`, resolveDir: root },
    outfile: join(made, 'code.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    plugins: [leaveOutside],
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'error',
  });
  copyFileSync(join(here, 'load.cjs'), join(made, 'main.js'));
  const { status, stderr } = spawnSync(process.execPath, [join(made, 'main.js'), 'compile', join(here, 'live.cjs')], {
    encoding: 'utf8',
  });
  if (status !== 0 || !existsSync(join(made, 'code.cache')))
    throw new Error(`The packages cannot be loaded from their bundle: ${stderr}`);
  writeFileSync(join(made, 'made-of'), wanted);
  chmodSync(made, 0o755); // the image runs as another user than it was built by
  if (madeOf() === wanted) return rmSync(made, { recursive: true }); // a build beside this one was quicker
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}

function madeOf() {
  const stamp = join(folder, 'made-of');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}
