import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DashboardBuild } from './dashboard-build';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'judgment-dashboard-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A build that does what the text says. */
function script(text: string): string {
  const path = join(folder, 'build.mjs');
  writeFileSync(path, text);
  return path;
}

describe('the build of the dashboard beside the services', () => {
  it('stands once its process has ended well, which takes its place behind the services', async () => {
    // The priority is set when the process runs already, so it looks a moment later.
    const text = `import { getPriority } from 'node:os';
      setTimeout(() => process.exit(getPriority() >= 10 ? 0 : 1), 300);`;
    const outcome = await new Promise<string>((resolve) => {
      const build = new DashboardBuild(script(text), ({ message }) => resolve(message));
      void build.done.then(() => resolve('built'));
    });
    expect(outcome).toBe('built');
  });

  it('hands on what it said when it fails', async () => {
    const text = `console.error('Import the styles of Table.'); process.exitCode = 1`;
    const failure = await new Promise<Error>((resolve) => new DashboardBuild(script(text), resolve));
    expect(failure.message).toBe('Import the styles of Table.');
  });

  it('that is stopped is no failure', async () => {
    const failures: Error[] = [];
    const text = `process.on('SIGTERM', () => process.exit(1)); setInterval(() => 0, 1000); console.log('up')`;
    const build = new DashboardBuild(script(text), (failure) => failures.push(failure));
    const { child } = build as unknown as { child: ChildProcess };
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const closed = new Promise((resolve) => child.once('close', resolve));
    build.stop();
    expect([await closed, failures]).toEqual([1, []]);
  });
});
