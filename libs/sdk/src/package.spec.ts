import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@app/local';
import { newSecret, sign } from '@app/signing';

const root = join(__dirname, '../../..');
const secret = newSecret(Buffer.alloc(32, 7));
const body = '{"id": "evt_1", "type": "webhook.test",  "data": {"namespace": null, "text": "Größe"}}';
const nowS = (): number => Math.floor(Date.now() / 1_000);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  const installed = join(folder, 'node_modules/@app/sdk');
  mkdirSync(installed, { recursive: true });
  execFileSync(process.execPath, [join(root, 'libs/sdk/build.mjs'), installed]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('the package imports only node:crypto, and both kinds of module can load it [SDK-08]', () => {
  const installed = join(folder, 'node_modules/@app/sdk');
  const described = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(described).not.toHaveProperty('dependencies');
  const list = 'Object.keys(sdk).filter((name) => !/^(__|default|module.exports$)/.test(name)).sort().join()';
  const names =
    'BoundedMemory,ConnectionError,DailyAllowanceError,GapError,JudgmentClient,JudgmentError,Operation,PageOperation,UsageError,WebhookVerificationError,dropDuplicates,eventTypes,keepHighestSequence,verifySignature,verifyWebhook';
  const run = (name: string, code: string): string => {
    writeFileSync(join(folder, name), code);
    return execFileSync(process.execPath, [join(folder, name)], { encoding: 'utf8' }).trim();
  };
  expect(run('list.mjs', `import * as sdk from '@app/sdk'; console.log(${list})`)).toBe(names);
  expect(run('list.cjs', `const sdk = require('@app/sdk'); console.log(${list})`)).toBe(names);
  const hook = `const load = require('module')._load; const asked = new Set();
    require('module')._load = (name, ...rest) => { if (!name.startsWith('.')) asked.add(name); return load(name, ...rest); };
    require('@app/sdk'); console.log([...asked].join())`;
  expect(run('asked.cjs', hook)).toBe('@app/sdk,node:crypto');
});

describe("the receiver in the project's README", () => {
  let receiver: ChildProcess;
  let address: string;
  let output = '';

  beforeAll(async () => {
    const blocks = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g);
    const code = [...blocks].map(([, text]) => text ?? '').find((text) => text.includes('verifyWebhook'));
    writeFileSync(join(folder, 'receiver.mjs'), code ?? '');
    const port = await freePort();
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
    receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env });
    receiver.stdout?.on('data', (chunk) => (output += String(chunk)));
    if (!receiver.stdout) throw new Error('no output');
    await once(receiver.stdout, 'data');
    address = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    receiver.kill();
    await once(receiver, 'exit');
  });

  async function deliver(id: string, timestampS = nowS(), sent = body): Promise<string> {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': sign({ id, timestampS, body, secrets: [secret] }),
    };
    const answer = await fetch(address, { method: 'POST', headers, body: sent });
    return `${answer.status} ${await answer.text()}`;
  }

  it('accepts a request that the service signed, and handles it once [SDK-08]', async () => {
    expect([await deliver('evt_1'), await deliver('evt_1')]).toEqual(['204 ', '204 ']);
    expect(output.match(/webhook\.test/g)).toHaveLength(1);
  });

  it('answers all other requests with 400 and the reason [SDK-03]', async () => {
    expect(await deliver('evt_2', nowS(), body.replace('  ', ' '))).toBe('400 signature');
    expect(await deliver('evt_2', nowS() - 302)).toBe('400 timestamp');
    const bare = await fetch(address, { method: 'POST', body });
    expect(`${bare.status} ${await bare.text()}`).toBe('400 headers');
  });
});
