import { ConnectionError, DailyAllowanceError } from '../client';
import { openFaultRoom, refusalOf } from '../testing/fault-room';
import { cut, json, refuse } from '../testing/fault-server';
import type { CallOptions } from './options';

const room = openFaultRoom();
const { server } = room;
const written = { upserted: 1, documents: [] };
const upsert = (options: CallOptions = {}, rows: object[] = [{ id: '1', state: {} }]) =>
  room
    .client()
    .namespace('a/b')
    .documents.upsert(rows as never, options);

it('waits as the service says and repeats a write with one key, until it gets the whole reply [SDK-04]', async () => {
  const limited = refuse(429, 'rate_limited', {}, { 'retry-after': '3' });
  server.play(limited, cut, refuse(503, 'unavailable', {}, { 'retry-after': '1' }), json(200, written));
  const { data, meta } = await upsert().withMeta();
  expect(data).toEqual(written);
  expect(meta).toMatchObject({ attempts: 4, text: JSON.stringify(written) });
  expect(server.heard).toHaveLength(4);
  expect(new Set(server.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(new Set(server.heard.map(({ body }) => body)).size).toBe(1);
  expect(room.waits[0]).toBeGreaterThanOrEqual(3_000);
  expect(room.waits[0]).toBeLessThan(3_300);
  expect(room.waits[2]).toBeGreaterThanOrEqual(1_000);
});

it('raises at once when the named wait is longer than what is left [SDK-04]', async () => {
  server.play(refuse(429, 'rate_limited', {}, { 'retry-after': '3' }));
  const error = await refusalOf(upsert({ totalMs: 2_000 }));
  expect(error).toMatchObject({ code: 'rate_limited', status: 429, retryAfterMs: 3_000 });
  expect([server.heard.length, room.waits]).toEqual([1, []]);
});

it('sends nothing again when the allowance of a day is used up [SDK-06] [ERR-05]', async () => {
  server.play(refuse(429, 'rate_limited', { resets_at: '2026-11-24T00:00:00Z' }));
  const error = await refusalOf(room.client().namespace('a').judgments.get('late').alternatives.drafts());
  expect(error).toBeInstanceOf(DailyAllowanceError);
  expect(error).toMatchObject({ resetsAt: '2026-11-24T00:00:00Z' });
  expect(server.heard).toHaveLength(1);
});

it.each([400, 401, 402, 403, 404, 409, 410, 413, 422])(
  'never repeats what the service refused with %i [ERR-01]',
  async (status) => {
    server.play(refuse(status, 'conflict', { reason: 'if_version', path: 'upsert[0].id', request_id: 'req_1' }));
    const error = await refusalOf(upsert());
    expect(error).toMatchObject({ status, reason: 'if_version', path: 'upsert[0].id', requestId: 'req_1' });
    expect(error).toHaveProperty('message', 'Mend conflict.');
    expect(server.heard).toHaveLength(1);
  },
);

it('names the request of a refusal by the header of the reply, which each has [ERR-01]', async () => {
  server.play(refuse(404, 'not_found', {}, { 'x-request-id': 'req_7' }));
  expect(await refusalOf(upsert())).toMatchObject({ status: 404, requestId: 'req_7' });
});

it('repeats a fault of the service twice, whatever retries allows, and names the request [SDK-04] [ERR-03]', async () => {
  const fault = refuse(500, 'internal', { request_id: 'req_9' });
  server.play(fault, fault, fault, fault, fault);
  expect(await refusalOf(upsert())).toMatchObject({ status: 500, requestId: 'req_9', outcomeUnknown: true });
  expect(server.heard).toHaveLength(3);
});

it.each([500, 502, 520])('repeats a %i that a proxy gave, since nothing names the service [SDK-04]', async (status) => {
  const proxy = json(status, 'bad gateway');
  server.play(proxy, proxy, proxy, proxy, json(200, written));
  expect(await upsert()).toEqual(written);
});

it('reads a date in Retry-After as a time from now, also where it does not wait for it [SDK-04]', async () => {
  const later = { 'retry-after': 'Mon, 23 Nov 2026 00:00:30 GMT' };
  server.play(refuse(409, 'conflict', {}, later));
  expect(await refusalOf(upsert())).toMatchObject({ status: 409, retryAfterMs: 30_000 });
  server.play(refuse(503, 'unavailable', {}, later), json(200, written));
  await upsert();
  expect(room.waits[0]).toBeGreaterThanOrEqual(30_000);
});

it('says that a write may have been carried out, and with which key to learn it [IDEM-01]', async () => {
  server.play(cut, cut);
  const error = await refusalOf(upsert({ retries: 1, idempotencyKey: 'nightly' }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ outcomeUnknown: true, idempotencyKey: 'nightly' });
  server.play(cut, refuse(429, 'rate_limited', {}, { 'retry-after': '9' }));
  expect(await refusalOf(upsert({ totalMs: 5_000 }))).toMatchObject({ status: 429, outcomeUnknown: true });
  server.play(cut, refuse(409, 'conflict'));
  expect(await refusalOf(upsert())).toMatchObject({ status: 409, outcomeUnknown: false });
});

it('never says so of a read, which has no key, whatever its method [SDK-04]', async () => {
  const reads = room.client({ retries: 0 });
  server.play(cut, cut);
  const t1 = reads.namespace('a');
  for (const read of [reads.organization.read(), t1.query()]) {
    expect(await refusalOf(read)).toMatchObject({ code: 'connection', outcomeUnknown: false });
  }
  expect(server.heard.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
});

it.each([
  [
    'a circle',
    () => {
      const state: Record<string, unknown> = {};
      state.itself = state;
      return [{ id: '1', state }];
    },
  ],
  ['a big integer', () => [{ id: '1', state: { n: BigInt(1) } }]],
  ['a number that is none', () => [{ id: '1', state: { n: Number.NaN } }]],
])('refuses a body with %s before it sends anything, and names its place [SDK-04]', async (_, rows) => {
  server.play();
  const refusal = await refusalOf(upsert({}, rows()));
  expect(refusal).toMatchObject({
    code: 'usage',
    outcomeUnknown: false,
    path: expect.stringMatching(/^\/upsert\/0\/state\//),
  });
  // The path of a circle has a thousand levels.
  expect((refusal as Error).message.length).toBeLessThan(400);
  expect([server.heard.length, room.waits]).toEqual([0, []]);
});

it('refuses a key that no header can carry, and does not repeat it in the message [SDK-04]', async () => {
  server.play();
  const error = await refusalOf(room.client({ apiKey: 'jk_\nsecret' }).organization.read());
  expect(error).toMatchObject({ code: 'usage' });
  expect(JSON.stringify([String(error), error])).not.toMatch(/jk_|secret/);
  expect(server.heard).toHaveLength(0);
});

it('refuses a threshold that would be sent as null, which removes it [SDK-04] [THR-01]', async () => {
  server.play();
  const late = room.client().namespace('a').judgments.get('late');
  const error = await refusalOf(late.update({ thresholds: { alarm: Number.NaN } }));
  expect(error).toMatchObject({ code: 'usage', path: '/thresholds/alarm', message: expect.stringContaining('NaN') });
  expect(server.heard).toHaveLength(0);
});

it('refuses filters, parameters, paths and keys that would arrive as others [SDK-04]', async () => {
  server.play();
  const client = room.client();
  const t1 = client.namespace('a');
  const calls: [place: string | undefined, call: PromiseLike<unknown>][] = [
    ['/filter/attributes.n', t1.query({ filter: { 'attributes.n': Number.NaN } })],
    ['/filter/attributes.n/in', t1.query({ filter: { 'attributes.n': { in: new Set([1]) as never } } })],
  ];
  for (const limit of [Number.NaN, new Map(), {}]) calls.push(['/limit', client.jobs.list({ limit: limit as never })]);
  calls.push(['/cursor', client.jobs.list({ cursor: '\ud800' })]);
  calls.push(['/judgments/1', t1.documents.get('1', { judgments: ['late', 'so,on'] })]);
  for (const path of ['jobs', '/jobs/../x', '/jobs/%2e%2E', '/jobs#a', '/jobs\\a', '/jobs\n'])
    calls.push([undefined, client.request('GET', path)]);
  calls.push([undefined, t1.documents.get(5 as never)]);
  calls.push([undefined, upsert({ idempotencyKey: ' nightly ' })]);
  const seen = await Promise.all(calls.map(async ([place, call]) => [place, await refusalOf(call)] as const));
  for (const [place, error] of seen) expect(error).toMatchObject({ code: 'usage', path: place });
  expect(server.heard).toHaveLength(0);
});

it('follows no redirect with its key, and says where the address leads [SDK-04]', async () => {
  server.play(json(308, {}, { location: 'https://other.example.com/v1' }));
  const error = await refusalOf(upsert());
  expect(error).toMatchObject({ code: 'redirect', status: 308, outcomeUnknown: false });
  expect(error).toHaveProperty('message', expect.stringContaining('other.example.com'));
  expect(server.heard).toHaveLength(1);
});

it('refuses a page that something before the service answers with [SDK-05]', async () => {
  server.play((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in'));
  expect(await refusalOf(room.client().organization.read())).toMatchObject({ code: 'not_json', status: 200 });
});

it('asks a key function anew, once, when the service answers 401 [SDK-04]', async () => {
  let made = 0;
  const rotating = room.client({ apiKey: () => `jk_${++made}` });
  const unknown = refuse(401, 'unauthorized');
  server.play(unknown, json(200, { name: 'acme' }), unknown, unknown);
  await rotating.organization.read();
  expect(server.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer jk_1', 'Bearer jk_2']);
  await expect(rotating.organization.read()).rejects.toMatchObject({ status: 401 });
});

it('ends a wait when the caller gives up [SDK-04]', async () => {
  const controller = new AbortController();
  const sleep = (_: number, signal?: AbortSignal) =>
    new Promise<void>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  server.play(refuse(503, 'unavailable', {}, { 'retry-after': '60' }));
  const reading = refusalOf(room.client({ runtime: { sleep } }).organization.read({ signal: controller.signal }));
  setTimeout(() => controller.abort(new Error('enough')), 50);
  expect(await reading).toEqual(new Error('enough'));
});

it('counts the time-out until the last byte [SDK-04]', async () => {
  server.play((_, response) => void response.writeHead(200).write('{'));
  const error = await refusalOf(room.client({ timeoutMs: 100, retries: 0 }).organization.read());
  expect(error).toBeInstanceOf(ConnectionError);
});

it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { totalMs: 86_400_001 }, { retries: -1 }, { retries: 1.5 }])(
  'refuses %j, and names the bound [SDK-04]',
  async (options) => {
    server.play();
    const [name = ''] = Object.keys(options);
    expect(await refusalOf(upsert(options))).toMatchObject({ code: 'usage', message: expect.stringContaining(name) });
  },
);
