import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openLimitMs, sharedStack } from '@app/testing/stack';
import type { StackClient } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

const sdk = join(__dirname, '../libs/sdk');
let stack: StackClient;
let folder: string;
beforeAll(async () => {
  stack = await sharedStack();
  folder = mkdtempSync(join(tmpdir(), 'sdk-readme-'));
}, openLimitMs);
afterAll(async () => {
  await stack?.leave();
  if (folder) rmSync(folder, { recursive: true });
});

it("the program in the client's README prints what the README says [SDK-08]", async () => {
  const place = join(folder, 'node_modules/@judgment-service/sdk');
  execFileSync(process.execPath, [join(sdk, 'build.mjs'), place, '--code-only']);
  const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
  const [, program = '', output = ''] = /```js\n([\s\S]*?)```\s*```\n([\s\S]*?)```/.exec(readme) ?? [];
  writeFileSync(join(folder, 'readme.mjs'), program);
  const { namespace } = new Scenario(stack, 'sdk/readme');
  const env = {
    ...process.env,
    JUDGMENT_BASE_URL: stack.baseUrls[0],
    JUDGMENT_API_KEY: stack.keys.rw,
    NAMESPACE: namespace,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'readme.mjs')], { env });
  expect(stdout).toBe(output);
}, 60_000);
