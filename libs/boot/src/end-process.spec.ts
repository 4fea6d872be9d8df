import { transformFileSync } from '@swc/core';
import { eventually } from '@app/testing';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const limitS = 1;
/** Waits in `exit` for ever, as a handler that spins does, and takes no processor time. */
const hangs = `process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-end-'));
  const jsc = { parser: { syntax: 'typescript' as const }, target: 'es2022' as const };
  const { code } = transformFileSync(join(__dirname, 'end-process.ts'), {
    jsc,
    module: { type: 'commonjs' },
    swcrc: false,
  });
  writeFileSync(join(folder, 'end-process.cjs'), code);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a process that ends itself. @returns how it ended, what it said, and its number */
async function run(body: string, stdio: 'pipe' | 'ipc') {
  const path = join(folder, `${Math.random()}.cjs`);
  writeFileSync(path, `const { endProcess } = require('./end-process.cjs');\n${body}`);
  const child = spawn(process.execPath, [path], { detached: true, stdio: ['ignore', 'pipe', 'inherit', stdio] });
  let said = '';
  child.stdout!.on('data', (data: Buffer) => (said += data.toString()));
  const end = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (code, signal) => resolve([code, signal])),
  );
  return { end, said, pid: child.pid! };
}
const watchdogsOf = (pid: number) =>
  spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes(`end-of-process ${pid} `));

describe.each([
  ['alone', 'pipe'],
  ['with a supervisor', 'ipc'],
] as const)('a process %s whose work has ended', (_, stdio) => {
  it('is gone although its exit hangs, and has sent what was to be sent', async () => {
    const flush = `async () => { await 0; process.stdout.write('sent'); }`;
    const { end, said, pid } = await run(`${hangs} endProcess(0, ${flush}, ${limitS})`, stdio);
    expect([end, said]).toEqual([[null, 'SIGKILL'], 'sent']);
    await eventually(() => expect(watchdogsOf(pid)).toEqual([]));
  });

  it('ends with its code, and what watches it ends with it', async () => {
    const { end, pid } = await run(`endProcess(3, async () => { throw new Error('no collector'); }, 3600)`, stdio);
    expect(end).toEqual([3, null]);
    await eventually(() => expect(watchdogsOf(pid)).toEqual([]));
  });
});
