import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Pool } from 'undici';

const requests = 2000;
const namespaces = 100;
let stack: StackClient;
let keys: string[];
beforeAll(async () => {
  stack = await sharedStack();
  const name = `burst-${Date.now().toString(36)}`;
  keys = [await stack.operator.organization(name), ...(await stack.operator.keys(name, ['*', '*']))];
  const limits = ['--requests-per-second-per-key', '--requests-per-second-per-org', '--concurrent-reads'];
  await stack.operator.run(['limits', '--org', name, ...limits.flatMap((option) => [option, '100000'])]);
}, openLimitMs);

const namespaceOf = (n: number): string => `/namespaces/burst${n % namespaces}`;

it('answers 2,000 point reads, writes and lists at once, inside the rate limits, without a refusal [defect O-3]', async () => {
  const { origin, pathname } = new URL(stack.baseUrls[0]);
  const pool = new Pool(origin, { connections: requests, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const ask = async (method: 'GET' | 'POST', path: string, key: string, body?: object): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
    const sent = body === undefined ? null : JSON.stringify(body);
    const reply = await pool.request({ method, path: `${pathname}${path}`, headers, body: sent });
    await reply.body.dump();
    return reply.statusCode;
  };
  try {
    for (let n = 0; n < namespaces; n++) {
      const upsert = [{ id: 'd', attributes: { n }, state: { text: 'here' } }];
      expect(await ask('POST', `${namespaceOf(n)}/documents`, keys[0], { upsert })).toBe(200);
    }
    const statuses = await Promise.all(
      Array.from({ length: requests }, (_, n) => {
        const key = keys[n % keys.length];
        if (n % 3 === 0) return ask('GET', `${namespaceOf(n)}/documents/d?fresh=stored`, key);
        if (n % 3 === 1) return ask('GET', '/namespaces?limit=20', key);
        return ask('POST', `${namespaceOf(n)}/documents`, key, { upsert: [{ id: `w${n}`, state: { n } }] });
      }),
    );
    const counts = new Map<number, number>();
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect([...counts]).toEqual([[200, requests]]);
  } finally {
    await pool.destroy();
  }
}, 120_000);
