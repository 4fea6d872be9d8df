import { JudgmentClient } from './client/judgment-client';
import type { Runtime } from './request/options';
import { operationTable } from './generated/operation-table';
import { operationMethods } from './resource/operation-methods';
import { ConnectionError, DailyAllowanceError, GapError, JudgmentError } from './result/api-error';
import type { ServerResponse } from 'node:http';
import { cut, FaultServer, json, refuse } from './testing/fault-server';

const server = new FaultServer();
let base: string;
let now = 0;
let waits: number[] = [];
/** Waits pass at once and are written down. */
const runtime: Partial<Runtime> = {
  nowMs: () => now,
  random: () => 0.5,
  sleep: (ms) => {
    waits.push(ms);
    now += ms;
    return Promise.resolve();
  },
};
const client = (more: object = {}) => new JudgmentClient({ baseUrl: base, apiKey: 'jk_test', runtime, ...more });
const written = { upserted: 1, documents: [] };
const upsert = (options: object = {}) =>
  client()
    .namespace('a/b')
    .documents.upsert([{ id: '1' } as never], options);

beforeAll(async () => (base = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  now = Date.parse('2026-11-23T00:00:00Z');
  waits = [];
});

describe('retries', () => {
  it('waits as the service says and repeats a write with one key, until it gets the whole reply [SDK-06]', async () => {
    const limited = refuse(429, 'rate_limited', {}, { 'retry-after': '3' });
    server.play(limited, cut, refuse(503, 'unavailable', {}, { 'retry-after': '1' }), json(200, written));
    const { data, meta } = await upsert().withMeta();
    expect(data).toEqual(written);
    expect(meta).toMatchObject({ attempts: 4, text: JSON.stringify(written) });
    expect(server.heard).toHaveLength(4);
    expect(new Set(server.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(server.heard.map(({ body }) => body)).size).toBe(1);
    expect(waits[0]).toBeGreaterThanOrEqual(3_000);
    expect(waits[0]).toBeLessThan(3_300);
    expect(waits[2]).toBeGreaterThanOrEqual(1_000);
  });

  it('raises at once when the named wait is longer than what is left [SDK-06]', async () => {
    server.play(refuse(429, 'rate_limited', {}, { 'retry-after': '3' }));
    const error = await upsert({ totalMs: 2_000 }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'rate_limited', status: 429, retryAfterMs: 3_000 });
    expect([server.heard.length, waits]).toEqual([1, []]);
  });

  it('sends nothing again when the allowance of a day is used up [SDK-06] [ERR-05]', async () => {
    server.play(refuse(429, 'rate_limited', { resets_at: '2026-11-24T00:00:00Z' }));
    const error = await client()
      .namespace('a')
      .judgments.get('late')
      .alternatives.drafts()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DailyAllowanceError);
    expect(error).toMatchObject({ resetsAt: '2026-11-24T00:00:00Z' });
    expect(server.heard).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 410, 413, 422])(
    'never repeats what the service refused with %i',
    async (status) => {
      server.play(refuse(status, 'conflict', { reason: 'if_version', path: 'upsert[0].id', request_id: 'req_1' }));
      const error = await upsert().catch((caught: unknown) => caught);
      expect(error).toMatchObject({ status, reason: 'if_version', path: 'upsert[0].id', requestId: 'req_1' });
      expect(error).toHaveProperty('message', 'Mend conflict.');
      expect(server.heard).toHaveLength(1);
    },
  );

  it('says that a write may have been carried out, and with which key to learn it', async () => {
    server.play(cut, cut);
    const error = await upsert({ retries: 1, idempotencyKey: 'nightly' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcomeUnknown: true, idempotencyKey: 'nightly' });
    server.play(cut);
    const read = await client({ retries: 0 })
      .organization.read()
      .catch((caught: unknown) => caught);
    expect(read).toMatchObject({ code: 'connection', outcomeUnknown: false });
  });

  it('asks a key function anew, once, when the service answers 401', async () => {
    let made = 0;
    const rotating = client({ apiKey: () => `jk_${++made}` });
    server.play(
      refuse(401, 'unauthorized'),
      json(200, { name: 'acme' }),
      refuse(401, 'unauthorized'),
      refuse(401, 'unauthorized'),
    );
    await rotating.organization.read();
    expect(server.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer jk_1', 'Bearer jk_2']);
    await expect(rotating.organization.read()).rejects.toMatchObject({ status: 401 });
  });

  it('ends a wait when the caller gives up', async () => {
    const controller = new AbortController();
    const waiting = new JudgmentClient({ baseUrl: base, apiKey: 'k' });
    server.play(refuse(503, 'unavailable', {}, { 'retry-after': '60' }));
    const reading = waiting.organization.read({ signal: controller.signal }).catch((caught: unknown) => caught);
    setTimeout(() => controller.abort(new Error('enough')), 50);
    expect(await reading).toEqual(new Error('enough'));
  });

  it('counts the time-out until the last byte', async () => {
    server.play((_, response) => void response.writeHead(200).write('{'));
    const error = await client({ timeoutMs: 100, retries: 0 })
      .organization.read()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
  });
});

describe('jobs', () => {
  const job = (status: string, more: object = {}) => ({
    id: 'job_1',
    status,
    result: null,
    result_status: null,
    ...more,
  });

  it('waits for a job, through refusals, and gives its result as if it had come at once [SDK-07]', async () => {
    const seen: string[] = [];
    server.play(
      json(202, job('queued')),
      refuse(429, 'rate_limited', {}, { 'retry-after': '1' }),
      json(200, job('running')),
      json(200, job('done', { result: written, result_status: 200 })),
    );
    const change = await upsert({ onProgress: ({ status }: { status: string }) => seen.push(status) });
    expect(change).toEqual(written);
    expect(seen).toEqual(['queued', 'running', 'done']);
    expect(server.heard[1]).toMatchObject({ method: 'GET', url: '/v1/jobs/job_1' });
  });

  it('raises the error that a job ended with [SDK-07]', async () => {
    const inner = { error: { code: 'conflict', message: 'Mend it.', details: { reason: 'if_version' } } };
    server.play(json(202, job('queued')), json(200, job('failed', { result: inner, result_status: 409 })));
    await expect(upsert()).rejects.toMatchObject({ status: 409, reason: 'if_version', message: 'Mend it.' });
  });

  it('returns the job itself when the caller does not wait [SDK-07]', async () => {
    server.play(json(202, job('queued')));
    expect(await upsert({ wait: false })).toMatchObject({ id: 'job_1', status: 'queued' });
    expect(server.heard).toHaveLength(1);
  });
});

describe('names', () => {
  it.each(['a%2Fb', '100%', 'ü/✓', '123', 'true', '..x'])(
    'document %s and its namespace keep their bytes [SDK-04]',
    async (id) => {
      server.play(json(200, { id }));
      await client().namespace('acme/prod').documents.get(id);
      const [, , , ns, , sent] = (server.heard[0]?.url ?? '').split('/');
      expect([ns, decodeURIComponent(sent ?? '')]).toEqual(['acme%2Fprod', id]);
    },
  );

  it('deletes a document by a write, so that no id stands in a path that a proxy may read as a folder [SDK-04]', async () => {
    server.play(json(200, written));
    await client().namespace('a').documents.delete('x/y');
    expect(server.heard.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/v1/namespaces/a/documents', { delete: [{ id: 'x/y' }] }],
    ]);
  });

  it.each(['', '.', '..'])('a namespace "%s" is refused before anything is sent', async (ns) => {
    server.play();
    await expect(client().namespace(ns).read()).rejects.toMatchObject({ code: 'usage' });
    expect(server.heard).toHaveLength(0);
  });

  it.each(['http://judge.example.com/v1', 'https://judge.example.com', 'judge/v1'])(
    'the address %s is refused',
    (baseUrl) => expect(() => new JudgmentClient({ baseUrl, apiKey: 'k' })).toThrow(/baseUrl must/),
  );
});

describe('pages and the feed', () => {
  it('gives every item of every page, and a page at a time [SDK-05]', async () => {
    const page = (ids: number[], next_cursor: string | null) =>
      json(200, { documents: ids.map((id) => ({ id: String(id) })), next_cursor, stale_count: 0 });
    server.play(page([1, 2], 'c1'), page([], 'c2'), page([3], null));
    const ids: string[] = [];
    for await (const { id } of client().namespace('a').query({ limit: 2 })) ids.push(id);
    expect(ids).toEqual(['1', '2', '3']);
    expect(server.heard.map(({ body }) => (JSON.parse(body) as { cursor?: string }).cursor)).toEqual([
      undefined,
      'c1',
      'c2',
    ]);
  });

  it('raises when a cursor does not move', async () => {
    const page = json(200, { documents: [], next_cursor: 'c1', stale_count: 0 });
    server.play(page, page, page);
    const read = async () => {
      for await (const _ of client().namespace('a').query()) continue;
    };
    await expect(read()).rejects.toThrow(/would never end/);
  });

  it('follows the feed across faults, each event once, and moves past empty pages [SDK-08]', async () => {
    const page = (ids: string[], next_cursor: string) => json(200, { events: ids.map((id) => ({ id })), next_cursor });
    server.play(page(['e1', 'e2'], 'e1'), cut, page(['e2', 'e3'], 'e3'), page([], 'e4'), page(['e5'], 'e5'));
    const ids: string[] = [];
    const cursors: string[] = [];
    for await (const { id } of client().events.follow({
      from: 'e0',
      onCursor: (cursor) => void cursors.push(cursor),
    })) {
      ids.push(id);
      if (id === 'e5') break;
    }
    expect(ids).toEqual(['e1', 'e2', 'e3', 'e5']);
    expect(cursors).toEqual(['e1', 'e3', 'e4']);
  });

  it('raises a gap, or goes on at the oldest event when the caller says so', async () => {
    const expired = refuse(400, 'invalid_request', { reason: 'cursor_expired' });
    server.play(expired);
    await expect(client().events.follow({ from: 'e0' }).next()).rejects.toBeInstanceOf(GapError);
    server.play(expired, json(200, { events: [{ id: 'e9' }], next_cursor: 'e9' }));
    const { value } = await client().events.follow({ from: 'e0', onGap: 'oldest' }).next();
    expect(value).toEqual({ id: 'e9' });
  });
});

describe('bulk', () => {
  it('keeps the order of an id, halves what is refused and reports the row', async () => {
    const seen: string[] = [];
    const answer = (body: string) => {
      const { upsert: rows } = JSON.parse(body) as { upsert: { id: string; n: number }[] };
      if (rows.some(({ id }) => id === 'bad')) return refuse(400, 'invalid_request', { path: 'upsert' });
      seen.push(...rows.map(({ id, n }) => `${id}${n}`));
      return json(200, written);
    };
    server.play(
      ...Array.from(
        { length: 60 },
        () => (request: { body: string }, response: ServerResponse) => answer(request.body)(request as never, response),
      ),
    );
    const rows = Array.from({ length: 40 }, (_, n) => ({ id: n === 17 ? 'bad' : n % 10 === 0 ? 'same' : `i${n}`, n }));
    const refused: unknown[] = [];
    const report = await client()
      .namespace('a')
      .documents.bulk(rows as never[], { concurrency: 3, maxRows: 5, onRefused: (row) => refused.push(row) });
    expect(report).toEqual({ written: 39, refused: 1 });
    expect(refused).toEqual([{ id: 'bad', n: 17 }]);
    expect(seen.filter((row) => row.startsWith('same'))).toEqual(['same0', 'same10', 'same20', 'same30']);
    expect(new Set(seen).size).toBe(39);
  });

  it('stops at what is not about a row', async () => {
    server.play(refuse(403, 'forbidden'));
    await expect(
      client()
        .namespace('a')
        .documents.bulk([{ id: '1' } as never]),
    ).rejects.toMatchObject({ status: 403 });
  });
});

it('sends a change again with its token and a fresh key when it is confirmed', async () => {
  server.play(
    json(200, { status: 'confirmation_required', confirm: 'tok' }),
    json(201, { status: 'created', confirm: null }),
  );
  const { judgments } = client().namespace('a');
  const change = await judgments.create({ name: 'late' } as never);
  expect(await judgments.confirm(change)).toMatchObject({ status: 'created' });
  const [first, second] = server.heard;
  expect(JSON.parse(second?.body ?? '')).toEqual({ name: 'late', confirm: 'tok' });
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
});

it('keeps at most the bound of requests of a namespace in flight', async () => {
  let running = 0;
  let most = 0;
  const slow = (_: unknown, response: { end: (text: string) => void }) => {
    most = Math.max(most, ++running);
    setTimeout(() => {
      running--;
      response.end('{}');
    }, 20);
  };
  server.play(...Array.from({ length: 12 }, () => slow as never));
  const t1 = client({ maxConcurrent: 3 }).namespace('a');
  await Promise.all(Array.from({ length: 12 }, () => t1.read()));
  expect([most, server.heard.length]).toEqual([3, 12]);
});

it('every operation of the API document has a method of the client', () => {
  const methods = Object.entries(operationMethods);
  const root = { ...client(), namespace: client().namespace('a') } as unknown as Record<string, unknown>;
  const missing = methods.filter(([, path]) => {
    const found = path.split('.').reduce<unknown>((at, part) => {
      const next = (at as Record<string, unknown>)[part];
      return part === 'get' && path.startsWith('namespace.judgments.get')
        ? client().namespace('a').judgments.get('n')
        : next;
    }, root);
    return typeof found !== 'function' && typeof found !== 'object';
  });
  expect(missing).toEqual([]);
  expect(methods.map(([id]) => id).sort()).toEqual(Object.keys(operationTable).sort());
});

it('errors of another copy of the package are recognized', () => {
  expect({ [Symbol.for('judgment.error')]: true }).toBeInstanceOf(JudgmentError);
  expect({ [Symbol.for('judgment.error')]: true }).not.toBeInstanceOf(GapError);
});
