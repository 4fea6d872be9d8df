import { ChildProcess, fork } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installPackedSdk } from './packed-sdk.cjs';

declare global {
  var e2eKeepers: ChildProcess[] | undefined;
}

const root = join(__dirname, '..');
const startLimitMs = 120_000;
const dayMs = 86_400_000;

/**
 * One keeper of stacks for each worker, as a process of its own, since Jest's alias map does not reach its set-up. A
 * keeper opens no stack before a file asks for one. The SDK is the package as a user installs it.
 */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  if (process.env['E2E_KEEPERS']) return;
  forgetOldLogs();
  const openings = join(root, 'libs/testing/src/keeper/openings.ts');
  const { forgetOpenings } = (await import(openings)) as { forgetOpenings(): void };
  forgetOpenings();
  installPackedSdk();
  // The first file that needs the command line installs it anew.
  rmSync(join(root, '.state/packed-cli'), { recursive: true, force: true });
  const bundler = join(root, 'libs/testing/src/stack/bundle.ts');
  const { buildBundle } = (await import(bundler)) as { buildBundle(): Promise<string> };
  const bundle = await buildBundle();
  const keepers = Array.from({ length: maxWorkers }, (_, i) =>
    fork(bundle, ['keeper', String(i + 1)], { cwd: root, stdio: ['ignore', 2, 2, 'ipc'] }),
  );
  globalThis.e2eKeepers = keepers;
  process.env['E2E_KEEPERS'] = JSON.stringify(await Promise.all(keepers.map(urlOf)));
}

/** Logs are kept from run to run, and `npm test` alone begins without any. */
function forgetOldLogs(): void {
  const logs = join(root, '.state/e2e');
  for (const name of existsSync(logs) ? readdirSync(logs) : []) {
    const path = join(logs, name);
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true });
  }
}

async function urlOf(keeper: ChildProcess): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('A keeper of stacks did not start in time.')), startLimitMs);
    keeper.once('exit', (code) => reject(new Error(`A keeper of stacks did not start (exit code ${code}).`)));
    keeper.once('message', (message: { url: string }) => {
      clearTimeout(late);
      resolve(message.url);
    });
  });
  keeper.removeAllListeners('exit');
  return url;
}
