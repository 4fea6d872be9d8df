// Gives a bundle the machine code that V8 makes of it. Of the 0.45 processor seconds that a service of a stack took to become
// ready, reading and compiling its bundle was a third.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const load = join(dirname(fileURLToPath(import.meta.url)), 'load.cjs');

/** Projects whose `main.ts` knows the command `compile`: it loads what a start loads, and ends. Their bundle is code.js. */
export const compiled = ['libs/testing'];

/**
 * Takes away the machine code of an earlier build. V8 tells code of another source by its length alone.
 * @param folder where code.js lies
 */
export function dropCode(folder) {
  rmSync(join(folder, 'code.cache'), { force: true });
}

/** @throws Error when the bundle cannot be loaded */
export function compile(folder) {
  const main = join(folder, 'main.js');
  copyFileSync(load, main);
  const { status, stderr } = spawnSync(process.execPath, [main, 'compile'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${folder} cannot be loaded: ${stderr}`);
}
