import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

/** Holds the bundles of one version: the one that an installation runs before it upgrades to this one. */
export const previousFolder = join(workspaceRoot, 'deploy/previous');

/** The version before this one. */
export interface PreviousVersion {
  /** Such as `0.1.0`. */
  name: string;
  /** Path of the archive of its bundles. */
  archive: string;
}

/** @throws Error when the folder does not hold exactly one archive */
export function previousVersion(folder = previousFolder): PreviousVersion {
  const names = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  if (names.length !== 1) throw new Error(`${folder} must hold the archive of one version, not of ${names.length}.`);
  return { name: names[0].slice(0, -'.tgz'.length), archive: join(folder, names[0]) };
}

/**
 * The testing bundle of the previous version, unpacked once. It loads the packages that its own bundle leaves out from this
 * version's node_modules.
 * @returns the bundle's path
 */
export function unpackPreviousBundle({ name, archive }: PreviousVersion = previousVersion()): string {
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex').slice(0, 12);
  const folder = join(workspaceRoot, '.state/previous', `${name}-${digest}`);
  const bundle = join(folder, 'dist/libs/testing/main.js');
  if (existsSync(bundle)) return bundle;
  const part = `${folder}.${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const { status, stderr, error } = spawnSync('tar', ['-xzf', archive, '-C', part], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${archive} cannot be unpacked: ${error?.message ?? stderr}`);
  for (const at of ['dist/packages', 'dist/libs/testing']) compileBundle(join(part, at));
  rmSync(folder, { recursive: true, force: true });
  // Renamed whole, so that a run that was stopped leaves no half bundle behind.
  renameSync(part, folder);
  return bundle;
}

/** The archive holds no code of V8, which is of one version of Node: without it each process compiles the bundle anew. */
function compileBundle(folder: string): void {
  // The bundle of services of 0.1.0 is one file, which knows no such command.
  if (!existsSync(join(folder, 'code.js'))) return;
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'main.js'), 'compile'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${folder} cannot be loaded: ${stderr}`);
}
