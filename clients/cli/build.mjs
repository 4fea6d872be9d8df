// The package as it would be published: node clients/cli/build.mjs <folder>. One file holds everything.
// With a second word another file of src is its entry: tests run command lines by src/testing/terminal.ts in their own process.
import { build } from 'esbuild';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');

export async function bundle(folder, entry = 'main.ts') {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
  const paths = Object.entries(compilerOptions.paths).map(([name, [file]]) => [name, join(root, file)]);
  await build({
    entryPoints: [join(here, 'src', entry)],
    outfile: join(folder, 'judgment.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    alias: Object.fromEntries(paths),
    banner: entry === 'main.ts' ? { js: '#!/usr/bin/env node' } : {},
    logLevel: 'warning',
  });
  for (const file of ['package.json', 'README.md'].filter((name) => existsSync(join(here, name)))) {
    copyFileSync(join(here, file), join(folder, file));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(resolve(process.argv[2]), process.argv[3]);
