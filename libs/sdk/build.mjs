// The package as it would be published: node libs/sdk/build.mjs <folder>. CommonJS with types, which Node reads from
// both kinds of module.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2]);
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json'), '--outDir', folder], {
  stdio: 'inherit',
});
for (const file of ['package.json', 'README.md']) copyFileSync(join(here, file), join(folder, file));
