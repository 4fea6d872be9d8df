import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceChild } from './service-child';
import { startAll } from './start-all';

/** Ends at its first starts, as many as a file says, and then answers that it is ready. */
const program = `
const { appendFileSync, readFileSync } = require('node:fs');
appendFileSync(__dirname + '/starts', 'x');
if (readFileSync(__dirname + '/starts', 'utf8').length <= Number(readFileSync(__dirname + '/ends', 'utf8'))) {
  process.stderr.write('no database');
  process.exit(1);
}
const server = require('node:http').createServer((_, response) => response.end());
server.listen(0, '127.0.0.1', () => process.send({ ready: { adminPort: server.address().port } }));
process.once('disconnect', () => process.exit(0));`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  writeFileSync(join(folder, 'bundle.js'), program);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a process that ends so often at its start. @returns how often it was started, and why it did not run */
async function started(ends: number): Promise<[number, string | undefined]> {
  writeFileSync(join(folder, 'ends'), String(ends));
  const log = join(folder, 'billing.log');
  const child = new ServiceChild('billing', 0, join(folder, 'bundle.js'), {}, log, () => undefined);
  const why = await startAll([child]).then(
    () => undefined,
    (error: Error) => error.message,
  );
  await child.kill();
  return [readFileSync(join(folder, 'starts'), 'utf8').length, why];
}

it('a process that ends at its start is started again, and one that goes on ending fails the opening', async () => {
  const told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await started(3)).toEqual([4, undefined]);
  expect(told.mock.calls.join()).toContain('no database');
  rmSync(join(folder, 'starts'));
  expect(await started(4)).toEqual([4, expect.stringContaining('no database')]);
  told.mockRestore();
});
