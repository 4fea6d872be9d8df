import { fork, ChildProcess } from 'node:child_process';
import { join } from 'node:path';

declare global {
  var e2eHouse: ChildProcess | undefined;
}

const root = join(__dirname, '..');
const openLimitMs = 300_000;

/** One house for all ordinary stories, held by a process of its own, since Jest's alias map does not reach its set-up. */
export default async function globalSetup(): Promise<void> {
  if (process.env['E2E_HOUSE']) return;
  const bundler = join(root, 'libs/testing/src/house/bundle.ts');
  const { buildBundle } = (await import(bundler)) as { buildBundle(): Promise<string> };
  const child = fork(await buildBundle(), ['house'], { cwd: root, stdio: ['ignore', 2, 2, 'ipc'] });
  globalThis.e2eHouse = child;
  const addresses = await new Promise<object>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The house did not open in time.')), openLimitMs);
    child.once('exit', (code) => reject(new Error(`The house could not be opened (exit code ${code}).`)));
    child.once('message', (message: { opened: object }) => {
      clearTimeout(late);
      resolve(message.opened);
    });
  });
  child.removeAllListeners('exit');
  process.env['E2E_HOUSE'] = JSON.stringify(addresses);
}
