import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { verifyWebhook } from '@app/sdk';
import { findFreePort } from '@app/servers';
import { Webhook } from 'standardwebhooks';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{"id": "evt_1", "type": "webhook.test",  "data": {"text": "Größe"}}';

function verdictOfSdk(headers: Record<string, string>, payload: string): number {
  try {
    verifyWebhook({ payload, headers, secret });
    return 204;
  } catch {
    return 400;
  }
}

describe('the receiver', () => {
  let receiver: ChildProcess;
  let address: string;

  beforeAll(async () => {
    const port = await findFreePort();
    receiver = spawn(process.execPath, [join(__dirname, '../receiver.mjs'), secret, String(port)]);
    if (!receiver.stdout) throw new Error('no output');
    await once(receiver.stdout, 'data');
    address = `http://127.0.0.1:${port}`;
  });

  afterAll(async () => {
    receiver.kill();
    await once(receiver, 'exit');
  });

  /** The receiver's answer, which must be what the SDK would have said too. */
  async function deliver(at: Date, signature: string, sent = body): Promise<number> {
    const stamp = String(Math.floor(at.getTime() / 1_000));
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': stamp, 'webhook-signature': signature };
    const { status } = await fetch(address, { method: 'POST', headers, body: sent });
    expect(status).toBe(verdictOfSdk(headers, sent));
    return status;
  }
  const sign = (at: Date) => new Webhook(secret).sign('evt_1', at, body);

  it('accepts what the sender signed, also beside an older signature [SDK-01]', async () => {
    const now = new Date();
    expect(await deliver(now, sign(now))).toBe(204);
    expect(await deliver(now, `v1,AAAA ${sign(now)}`)).toBe(204);
    expect(await deliver(now, `v2,AAAA v1a,zz ${sign(now)}`)).toBe(204);
  });

  it('answers 400 to another body, a wrong or missing signature and an old timestamp [SDK-03]', async () => {
    const now = new Date();
    const old = new Date(Date.now() - 301_000);
    expect(await deliver(now, sign(now), body.replace('  ', ' '))).toBe(400);
    for (const wrong of [
      'v1,AAAA',
      'v1,',
      sign(now).slice(3),
      sign(now).replace('v1,', 'v2,'),
      sign(now).slice(0, 9),
    ]) {
      expect(await deliver(now, wrong)).toBe(400);
    }
    expect(await deliver(old, sign(old))).toBe(400);
    expect((await fetch(address, { method: 'POST', body })).status).toBe(400);
  });
});
