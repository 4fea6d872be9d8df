import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { findFreePort } from '@app/servers';
import { newSecret, sign } from '@app/signing';

const secret = newSecret(Buffer.alloc(32, 7));
const body = '{"id": "evt_1", "type": "webhook.test",  "data": {"namespace": null, "text": "Größe"}}';
const nowS = (): number => Math.floor(Date.now() / 1_000);

describe('the receiver in the guide of webhooks', () => {
  let folder: string;
  let receiver: ChildProcess;
  let address: string;
  let output = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sdk-receiver-'));
    const blocks = readFileSync(join(__dirname, '../../../docs/guide/webhooks.md'), 'utf8').matchAll(
      /```js\n([\s\S]*?)```/g,
    );
    const code = [...blocks].map(([, text]) => text ?? '').find((text) => text.includes('verifyWebhook'));
    writeFileSync(join(folder, 'readme.mjs'), code ?? '');
    await build({
      entryPoints: [join(folder, 'readme.mjs')],
      outfile: join(folder, 'receiver.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      alias: { '@judgment-service/sdk/webhooks': join(__dirname, 'webhooks.ts') },
    });
    const port = await findFreePort();
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
    rmSync(folder, { recursive: true });
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
