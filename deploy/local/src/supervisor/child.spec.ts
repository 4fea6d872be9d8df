import { isAlive, waitUntilGone } from '@app/servers';
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceRoot } from '../workspace';
import { Child, type ChildOptions } from './child';

const watchdog = join(workspaceRoot, 'deploy/local/parent-watchdog.cjs');
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'judgment-child-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function script(body: string): string {
  const path = join(folder, 'child.cjs');
  writeFileSync(path, body);
  return path;
}

function options(body: string, more: Partial<ChildOptions> = {}): ChildOptions {
  const log = createWriteStream(join(folder, 'log'));
  return {
    name: 'x-0',
    script: script(body),
    watchdog,
    env: {},
    log,
    onLine: () => undefined,
    onCrash: () => undefined,
    ...more,
  };
}

describe('supervised process', () => {
  it('is started again with growing waits, and no more once it is stopped', async () => {
    const waits: number[] = [];
    const child: Child = new Child(
      options('process.exit(3)', { onCrash: (reason, waitMs) => waits.push(reason === 'exit code 3' ? waitMs : 0) }),
    );
    child.start();
    while (waits.length < 3) await sleep(20);
    await child.stop(1_000);
    expect(waits).toEqual([250, 500, 1_000]);
    await sleep(1_100);
    expect(child.crashes).toBe(3);
  });

  it('ends by itself on SIGTERM, and is killed when it does not', async () => {
    const speaks = (body: string) =>
      new Promise<Child>((resolve) => {
        const child: Child = new Child(
          options(`${body}; setInterval(() => 0, 1000); console.log('up')`, { onLine: () => resolve(child) }),
        );
        child.start();
      });
    expect(await (await speaks('')).stop(5_000)).toBe(true);
    expect(await (await speaks("process.on('SIGTERM', () => 0)")).stop(200)).toBe(false);
  });

  it('ends when its supervisor is killed', async () => {
    const parent = script(`
      const { spawn } = require('node:child_process');
      const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
      const code = 'setInterval(() => 0, 1000); require("node:fs").writeFileSync(process.argv[1], String(process.pid))';
      spawn(process.execPath, ['--require', ${JSON.stringify(watchdog)}, '-e', code, ${JSON.stringify(join(folder, 'pid'))}], { stdio, detached: true });
    `);
    const supervisor = spawn(process.execPath, [parent], { stdio: 'ignore' });
    const pid = await until(() => Number(readFileSync(join(folder, 'pid'), 'utf8')));
    expect(isAlive(pid)).toBe(true);
    supervisor.kill('SIGKILL');
    expect(await waitUntilGone(pid, 5_000)).toBe(true);
  });
});

async function until(read: () => number): Promise<number> {
  for (let i = 0; i < 1_500; i++) {
    try {
      const value = read();
      if (value > 0) return value;
    } catch {
      // not written yet
    }
    await sleep(20);
  }
  throw new Error('the child never spoke');
}
