import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceChild } from './service-child';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-child-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that runs this code. */
function childOf(code: string): ServiceChild {
  const bundle = join(folder, 'main.js');
  writeFileSync(bundle, code);
  return new ServiceChild('billing', 0, bundle, {}, join(folder, 'billing-0.log'), () => undefined);
}

it('has a process that ends before it is ready fail with the end of its log', async () => {
  const child = childOf(`process.stderr.write('no bus'); process.exit(3);`);
  await expect(child.start()).rejects.toThrow(/billing-0 ended \(3\) before it was ready;.*\nno bus/);
});

it('looks for no words about the end of a process that was ready', async () => {
  const child = childOf(`process.send({ ready: { adminPort: 7 } }); setInterval(() => undefined, 1000);`);
  await child.start();
  expect(child.adminPortOf('billing')).toBe(7);
  // To read it would be a fault now.
  rmSync(join(folder, 'billing-0.log'));
  await child.kill();
  expect(child.isRunning).toBe(false);
});
