import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { randomUUID } from 'node:crypto';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const keyed = (key: string) => ({ 'Idempotency-Key': key });
const endpoint = { url: 'https://example.com/idem' };
const create = (key: string, options: object = {}, body: object = endpoint) =>
  stack.api<{ id: string }>('POST', '/webhook-endpoints', body, { headers: keyed(key), ...options });

it('replays a success verbatim to any key of the organization, and to no other [IDEM-01] [IDEM-02] [BILL-07]', async () => {
  const key = randomUUID();
  const first = await create(key);
  const second = await create(key, { key: stack.keys.rw2 });
  expect(first.status).toBe(201);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(second).toMatchObject({ status: 201, text: first.text });
  expect(second.headers['idempotent-replayed']).toBe('true');
  const foreign = await create(key, { key: stack.keys.other });
  expect(foreign.status).toBe(201);
  expect(foreign.body.id).not.toBe(first.body.id);
});

it('runs a failed request again [IDEM-03]', async () => {
  const name = `idem-${Date.now()}`;
  const key = randomUUID();
  const path = `/namespaces/${name}`;
  const patch = () => stack.api('PATCH', path, { pinned: true }, { headers: keyed(key) });
  expect((await patch()).status).toBe(404);
  await stack.api('POST', '/namespaces', { name });
  const again = await patch();
  expect(again.status).toBe(200);
  expect(again.headers['idempotent-replayed']).toBeUndefined();
});

/** One request, and others that each differ from it in one thing alone. */
async function neighbours() {
  const [one, other] = [await create(randomUUID()), await create(randomUUID())];
  const at = (id: string) => `/webhook-endpoints/${id}`;
  const same = { method: 'PATCH' as const, path: at(one.body.id), body: { description: 'mine' } as object };
  return {
    same,
    path: { ...same, path: at(other.body.id) },
    query: { ...same, path: `${same.path}?dry=1` },
    body: { ...same, body: { description: 'other' } },
  };
}

it('refuses a key that was another request: method, path, query or body, each alone [IDEM-04]', async () => {
  const { same, ...others } = await neighbours();
  const headers = keyed(randomUUID());
  const send = ({ method, path, body }: typeof same) => stack.api(method, path, body, { headers });
  expect((await send(same)).status).toBe(200);
  const refused = { status: 422, body: { error: { code: 'idempotency_key_reused' } } };
  for (const what of ['path', 'query', 'body'] as const) expect(await send(others[what])).toMatchObject(refused);
  const deleted = await stack.api('DELETE', same.path, undefined, { headers });
  expect(deleted).toMatchObject(refused);
  // Nothing of what was refused was done, and the first is replayed still.
  const again = await send(same);
  expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
  const descriptions = [same, others.path].map(({ path }) => stack.api<{ description: string }>('GET', path));
  expect((await Promise.all(descriptions)).map(({ body }) => body.description)).toEqual(['mine', null]);
});

it('refuses another request under the key of one that is still running [IDEM-04]', async () => {
  const key = randomUUID();
  let first: Promise<{ status: number }> | undefined;
  await stack.holding('lock table webhooks.endpoint in exclusive mode', async () => {
    first = create(key);
    await eventually(async () => {
      expect(await stack.sql('select from gateway.idempotency where key = $1', [key])).toHaveLength(1);
    });
    const other = await create(key, {}, { ...endpoint, description: 'other' });
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } });
  });
  expect(await first).toMatchObject({ status: 201 });
});

it('answers a request that is still running with 429 and Retry-After: 1, and later replays the first [IDEM-05]', async () => {
  const key = randomUUID();
  let first: Promise<{ status: number; text: string }> | undefined;
  await stack.holding('lock table webhooks.endpoint in exclusive mode', async () => {
    first = create(key);
    // Its row is the one sign that the first is inside: a second that came before it would be the one that runs.
    await eventually(async () => {
      expect(await stack.sql('select from gateway.idempotency where key = $1', [key])).toHaveLength(1);
    });
    const running = await create(key);
    expect(running).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(running.headers['retry-after']).toBe('1');
  });
  const done = await first;
  expect(done?.status).toBe(201);
  const replayed = await create(key);
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect(replayed.text).toBe(done?.text);
});

it('runs a request as if it had no key when keys cannot be checked [IDEM-06]', async () => {
  await stack.sql('alter table gateway.idempotency rename to idempotency_away');
  try {
    const key = randomUUID();
    const [first, second] = [await create(key), await create(key)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.id).not.toBe(second.body.id);
  } finally {
    await stack.sql('alter table gateway.idempotency_away rename to idempotency');
  }
});

it('takes keys of 1 to 255 characters, one a request [IDEM-07] [GEN-07]', async () => {
  const made = async (key: string) => (await create(key)).status;
  const run = Date.now().toString(36);
  expect([await made('k'.repeat(256)), await made(''), await made(`${run}${'k'.repeat(255 - run.length)}`)]).toEqual([
    400, 400, 201,
  ]);
  const two = await stack.api('POST', '/webhook-endpoints', endpoint, { headers: { 'Idempotency-Key': ['a', 'b'] } });
  expect(two.status).toBe(400);
});

it('keeps a 202 too: the retry names the same job [IDEM-08]', async () => {
  const name = `idem-job-${Date.now()}`;
  await stack.api('POST', '/namespaces', { name });
  const key = randomUUID();
  const remove = () => stack.api<{ id: string }>('DELETE', `/namespaces/${name}`, undefined, { headers: keyed(key) });
  const first = await remove();
  const second = await remove();
  expect(first.status).toBe(202);
  expect(second).toMatchObject({ status: 202, body: { id: first.body.id } });
  expect(second.headers['idempotent-replayed']).toBe('true');
});
