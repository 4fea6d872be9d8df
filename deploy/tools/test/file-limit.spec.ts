import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-file-limit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A worker that loops and hears nothing, with the line that it wrote when it began its file. */
function loopingWorker(begunAgoMs: number) {
  const worker = spawn(process.execPath, ['-e', 'while (true);']);
  const path = join(folder, `${begunAgoMs}.jsonl`);
  const begun = { begun: '/checkout/a.spec.ts', pid: worker.pid, atMs: Date.now() - begunAgoMs };
  writeFileSync(path, `${JSON.stringify(begun)}\n`);
  return { worker, path, gone: once(worker, 'exit') };
}

/** Watches for the time of a few looks. */
function watch(path: string, limitMs: number): void {
  const script = `import { watchFiles } from ${JSON.stringify(pathToFileURL(join(__dirname, 'file-limit.mjs')).href)};
const watch = watchFiles(${JSON.stringify(path)}, false, { limitMs: ${limitMs}, everyMs: 20 });
setTimeout(watch.end, 200);`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
}

it('ends the worker of a file that runs for longer than a file may, and no other', async () => {
  const late = loopingWorker(60_000);
  const early = loopingWorker(1_000);
  watch(late.path, 50_000);
  watch(early.path, 1_000_000);
  expect(await late.gone).toEqual([null, 'SIGKILL']);
  expect(early.worker.exitCode).toBeNull();
  early.worker.kill('SIGKILL');
  expect(await early.gone).toEqual([null, 'SIGKILL']);
});
