import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
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
