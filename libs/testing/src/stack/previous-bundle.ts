import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

/** The version that an installation runs before it upgrades to this one. */
export interface PreviousVersion {
  /** All 40 digits; this commit comes from it. */
  commit: string;
  /** Its day. */
  of: string;
}

export function previousVersion(): PreviousVersion {
  return JSON.parse(readFileSync(join(workspaceRoot, 'libs/testing/previous-version.json'), 'utf8')) as PreviousVersion;
}

/**
 * The testing bundle of the previous version, built once from the clone's own history, without a network, with the packages
 * of this version.
 * @returns the bundle's path
 * @throws Error when the clone does not have the commit; its sentence says how to get it
 */
export function buildPreviousBundle({ commit }: PreviousVersion = previousVersion()): string {
  const folder = join(workspaceRoot, '.state/previous', commit.slice(0, 12));
  const bundle = join(folder, 'dist/libs/testing/main.js');
  if (existsSync(bundle)) return bundle;
  assertKnown(commit);
  const part = `${folder}.${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  // An index of its own leaves the clone as it is.
  const env = { ...process.env, GIT_INDEX_FILE: join(part, '.index') };
  run('git', ['read-tree', commit], workspaceRoot, env);
  run('git', ['checkout-index', '--all', `--prefix=${part}/`], workspaceRoot, env);
  symlinkSync(join(workspaceRoot, 'node_modules'), join(part, 'node_modules'));
  run(process.execPath, [builderOf(part), 'libs/testing'], part, process.env);
  rmSync(folder, { recursive: true, force: true });
  // Renamed whole, so that a run that was stopped leaves no half build behind.
  renameSync(part, folder);
  return bundle;
}

/** Where a version has the program that builds it. */
function builderOf(checkout: string): string {
  const today = 'deploy/tools/build/build.mjs';
  return existsSync(join(checkout, today)) ? today : 'deploy/local/build.mjs';
}

function assertKnown(commit: string): void {
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: workspaceRoot });
  if (status === 0) return;
  throw new Error(
    `This clone does not have the previous version, commit ${commit}: run "git fetch --unshallow" (a shallow clone), or clone the repository with its history.`,
  );
}

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`The previous version cannot be built: ${program} ${args[0]}: ${error?.message ?? stderr}`);
}
