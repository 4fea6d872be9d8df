// The package as it is published: node libs/sdk/build.mjs <folder> [--code-only | --unchecked]. Each door is one file as ES
// module and one as CommonJS; the declarations, which take seconds, are written once: two copies of a class with private
// members are two types. Unchecked, they are written without a check of the sources, which the step `types` has checked.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const [given] = process.argv.slice(2);
if (!given || given.startsWith('-')) {
  console.error(
    'Name the folder of the package, which is emptied first: node libs/sdk/build.mjs <folder> [--code-only | --unchecked]',
  );
  process.exit(1);
}
const folder = resolve(given);
const doors = ['index', 'client', 'webhooks'];
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** The first door gives what the other two hold: with copies of its own, their errors would not be its errors. */
const otherDoors = (extension) => ({
  name: 'other doors',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(client|webhooks)$/ }, ({ path, importer }) =>
      importer.endsWith('index.ts') ? { path: path + extension, external: true } : undefined,
    );
  },
});

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const isWhole = process.argv[3] !== '--code-only';
const unchecked = process.argv[3] === '--unchecked' ? ['--noCheck'] : [];
const declarations = [...unchecked, '--emitDeclarationOnly', '--outDir', join(folder, 'types')];
if (isWhole)
  execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json'), ...declarations], {
    stdio: 'inherit',
  });
for (const [format, extension, declared] of [
  ['esm', '.mjs', '.d.mts'],
  ['cjs', '.cjs', '.d.cts'],
]) {
  await build({
    entryPoints: doors.map((door) => join(here, 'src', `${door}.ts`)),
    outdir: folder,
    outExtension: { '.js': extension },
    bundle: true,
    format,
    target: 'es2022',
    platform: 'neutral',
    external: ['node:crypto'],
    plugins: [otherDoors(extension)],
    logLevel: 'warning',
  });
  if (isWhole)
    for (const door of doors) writeFileSync(join(folder, door + declared), `export * from './types/${door}.js';\n`);
}
for (const file of ['package.json', 'README.md']) copyFileSync(join(here, file), join(folder, file));
