import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Root of the checkout: the nearest folder above this file with nx.json (this file runs from src and from dist). */
export const workspaceRoot = findRoot(__dirname);

/** Git-ignored folder of secrets, data and logs; STATE_DIR moves it. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(workspaceRoot, env['STATE_DIR'] || '.state');
}

/** A built entry point, such as dist/apps/gateway/main.js. */
export function built(project: string, entry: 'main' | 'migrate' | 'learning' = 'main'): string {
  return join(workspaceRoot, 'dist', project, `${entry}.js`);
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'nx.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? process.cwd() : findRoot(parent);
}
