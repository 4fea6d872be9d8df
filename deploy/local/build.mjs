// Bundles a project's entry points into dist/<project>: swc first (it emits the decorator metadata that Nest and
// class-validator read), esbuild on its output. Packages stay outside, so that instrumentation can hook them.
import { transform } from '@swc/core';
import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
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

for (const project of process.argv.slice(2)) {
  const entries = ['main', 'migrate', 'bare', 'thread']
    .map((name) => join(root, project, 'src', `${name}.ts`))
    .filter(existsSync);
  await build({
    entryPoints: entries,
    outdir: join(root, 'dist', project),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    alias,
    plugins: [decorators],
    loader: { '.sql': 'text' },
    sourcemap: true,
    keepNames: true,
    logLevel: 'warning',
  });
}
