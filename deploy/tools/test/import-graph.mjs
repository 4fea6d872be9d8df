import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/setup.mjs';

/**
 * Which files of the project load which, from what the bundler reads; a type that is imported is no load.
 * @param {string[]} entries files from the root, such as all specs
 * @returns {Promise<Map<string, string[]>>} files that load a file, by that file; of each file that an entry reaches
 */
export async function loadersOf(entries) {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
  const alias = Object.fromEntries(
    Object.entries(compilerOptions.paths).map(([name, [file]]) => [name, join(root, file)]),
  );
  const { metafile } = await build({
    stdin: { contents: entries.map((file) => `import './${file}';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias,
    loader: { '.sql': 'text', '.md': 'text', '.css': 'empty', '.svg': 'empty' },
    logLevel: 'silent',
  });
  const loaders = new Map();
  for (const [file, { imports }] of Object.entries(metafile.inputs))
    for (const { path } of imports) if (existsSync(join(root, path))) add(loaders, path, file);
  return loaders;
}

function add(loaders, file, loader) {
  const all = loaders.get(file) ?? [];
  if (!all.includes(loader)) all.push(loader);
  loaders.set(file, all);
}
