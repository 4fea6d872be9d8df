import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Root of the checkout: the nearest folder above with nx.json (this file runs from its source and from a bundle). */
export const workspaceRoot = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'nx.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`No nx.json stands above ${__dirname}.`);
  return findRoot(parent);
}
