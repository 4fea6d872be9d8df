// Bundles a project's entry points into dist/<project>: swc first (it emits the decorator metadata that Nest reads),
// esbuild on its output. Packages stay outside; those of packages/names.mjs come from their one bundle, the others from
// node_modules, so that instrumentation can hook them.
import { transform } from '@swc/core';
import { build } from 'esbuild';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, compiled, dropCode } from './compiled/compile.mjs';
import markdown from './markdown/render.cjs';
import { bundlePackages } from './packages/bundle.mjs';
import { inside } from './packages/names.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
const swcrc = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
const alias = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [name, join(root, file)]),
);

const decorators = {
  name: 'swc-decorators',
  setup(pass) {
    pass.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { ...swcrc, filename: path, swcrc: false });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Pages of the documentation that a service shows: HTML once and for all. */
const pages = {
  name: 'pages',
  setup(pass) {
    pass.onLoad({ filter: /\.md$/ }, async ({ path }) => ({
      contents: markdown.moduleOf(await readFile(path, 'utf8'), path),
      loader: 'json',
    }));
  },
};

/** Files that a source reads from its own folder when it runs: they lie beside each bundle that holds the source. */
const readByPath = { 'libs/context/src/token/ranks.ts': ['o200k-base.br'] };

/** @param outdir where the bundle comes to lie that loads the packages */
const packages = (outdir) => ({
  name: 'packages',
  setup(pass) {
    const main = JSON.stringify(relative(outdir, join(root, 'dist/packages/main.js')));
    pass.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      inside.includes(path) ? { path, namespace: 'packages' } : undefined,
    );
    pass.onLoad({ filter: /.*/, namespace: 'packages' }, ({ path }) => ({
      contents: `module.exports = require(${main})(${JSON.stringify(path)})`,
    }));
    pass.onResolve({ filter: /packages\/main\.js$/, namespace: 'packages' }, ({ path }) => ({ path, external: true }));
  },
});

await bundlePackages();
for (const project of process.argv.slice(2)) {
  const isCompiled = compiled.includes(project);
  const entries = ['main', 'migrate', 'bare', 'thread', 'learning']
    .map((name) => [isCompiled && name === 'main' ? 'code' : name, join(root, project, 'src', `${name}.ts`)])
    .filter(([, path]) => existsSync(path));
  const outdir = join(root, 'dist', project);
  if (isCompiled) dropCode(outdir);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    alias,
    plugins: [packages(outdir), decorators, pages],
    loader: { '.sql': 'text' },
    sourcemap: true,
    sourcesContent: false, // Node reads the whole map at the start
    keepNames: true,
    // Code that V8 takes from a cache has no loader for `import()`: there it is a `require`.
    supported: { 'dynamic-import': !isCompiled },
    logLevel: 'warning',
    metafile: true,
  });
  for (const [source, files] of Object.entries(readByPath))
    if (source in metafile.inputs)
      for (const file of files) copyFileSync(join(root, dirname(source), file), join(outdir, file));
  if (isCompiled) compile(outdir);
}
