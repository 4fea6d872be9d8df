import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Root of the checkout: the nearest folder above this file with nx.json (this file runs from src and from dist). */
export const workspaceRoot = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'nx.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? process.cwd() : findRoot(parent);
}
