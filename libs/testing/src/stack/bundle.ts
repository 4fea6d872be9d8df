import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { unpackPreviousBundle } from './previous-bundle';
import { Build } from './stack-options';

/** The testing bundle: eight services, their operator's commands and the keeper of stacks. */
export const bundle = join(workspaceRoot, 'dist/libs/testing/main.js');
const stamp = join(dirname(bundle), '.built');

/** The bundle of a build; the previous version's is unpacked when it is not there. */
export function bundleOf(build: Build): string {
  return build === 'this' ? bundle : unpackPreviousBundle();
}

/** Bundles the services for tests when a source has moved since. @returns the bundle's path */
export function buildBundle(): Promise<string> {
  const staleness = createRequire(join(workspaceRoot, 'package.json'))('./deploy/tools/build/staleness.cjs') as {
    sourceFingerprint(root: string): string;
  };
  const fingerprint = staleness.sourceFingerprint(workspaceRoot);
  const isFresh = existsSync(bundle) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
  if (!isFresh) {
    const built = spawnSync(process.execPath, ['deploy/tools/build/build.mjs', 'libs/testing'], {
      cwd: workspaceRoot,
      encoding: 'utf8',
    });
    if (built.status !== 0) return Promise.reject(new Error(`The services cannot be bundled: ${built.stderr}`));
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
  }
  return Promise.resolve(bundle);
}
