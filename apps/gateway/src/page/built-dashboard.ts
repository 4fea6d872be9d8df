import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StaticFile, staticFile } from './static-file';

/** The dashboard as its build left it, in memory. */
export interface BuiltDashboard {
  /** HTML with `{{nonce}}` where the nonce of a reply goes. */
  page: string;
  /** Files by their name below `/app/assets/`. */
  assets: ReadonlyMap<string, StaticFile>;
}

interface Manifest {
  page: string;
  assets: string[];
}

/**
 * Reads what the build's manifest names, once: later no path is made of an address.
 * @param folder that the build wrote
 * @returns null when there is no build
 * @throws when a file that the manifest names is missing
 */
export function readDashboard(folder: string): BuiltDashboard | null {
  const manifest = join(folder, 'manifest.json');
  if (folder === '' || !existsSync(manifest)) return null;
  const { page, assets } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  return { page, assets: new Map(assets.map((name) => [name, fileOf(folder, name)])) };
}

/** The dashboard of a folder whose build may still be under way. @returns a reading that looks for it until it stands */
export function awaitedDashboard(folder: string): () => BuiltDashboard | null {
  let built = readDashboard(folder);
  return () => (built ??= readDashboard(folder));
}

function fileOf(folder: string, name: string): StaticFile {
  const read = (ending: string): Buffer => readFileSync(join(folder, 'assets', name + ending));
  return staticFile(name, read(''), { br: read('.br'), gzip: read('.gz') });
}
