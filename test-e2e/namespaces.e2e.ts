import { NamespaceView } from '@app/contracts/documents';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
let run: string;
beforeAll(async () => {
  stack = await sharedStack();
  run = `names-${Date.now().toString(36)}`;
}, openLimitMs);
afterAll(() => stack?.leave());

const at = (name: string): string => `/namespaces/${encodeURIComponent(name)}`;

it('takes the names that the specification allows and refuses the rest before the key is looked at [NS-01] [NS-03] [NS-04]', async () => {
  const good = ['a', '...', 'a/..', 'a:b', 'a//b', '/a/', 'A', `a${'b'.repeat(255 - run.length - 1)}`];
  for (const one of good)
    expect((await stack.api('POST', '/namespaces', { name: `${run}/${one}`.slice(0, 256) })).status).toBe(201);
  for (const one of ['.', '..', 'a'.repeat(257), 'a b', 'a*', 'é', 'a\n', '*', '/*', 'org*', 'org/*/x']) {
    const reply = await stack.api<{ error: { code: string } }>('GET', `${at(one)}/judgments`, undefined, { key: null });
    expect([one, reply.status, reply.body.error.code]).toEqual([one, 400, 'invalid_request']);
    expect(reply.headers['x-ratelimit-limit']).toBeUndefined();
  }
  expect((await stack.api('GET', `${at(`${run}/*`)}/judgments`)).status).toBe(200);
});

it('keeps names apart that a careless router would merge [NS-02] [NS-21]', async () => {
  const names = ['x/judgments', 'x/../y', 'y', 'x//y', 'x/y', 'X/y'].map((one) => `${run}-r/${one}`);
  for (const name of names)
    await stack.api('POST', `${at(name)}/documents`, { upsert: [{ id: 'own', state: { name } }] });
  for (const name of names) {
    const read = await stack.api<{ state: { name: string } }>('GET', `${at(name)}/documents/own`);
    expect(read.body.state).toEqual({ name });
    const lower = await stack.api<{ state: { name: string } }>(
      'GET',
      `${at(name).replaceAll('%2F', '%2f')}/documents/own`,
    );
    expect(lower.body.state).toEqual({ name });
  }
});

it('lists by prefix and pages without loss or repetition [NS-05] [NS-06] [NS-07]', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `${run}-p/pr${String(i).padStart(2, '0')}`);
  for (const name of [...names, `${run}-p/other`]) await stack.api('POST', '/namespaces', { name });
  const found: string[] = [];
  let cursor = '';
  do {
    const prefix = encodeURIComponent(`${run}-p/pr`);
    const path = `/namespaces?prefix=${prefix}&limit=5${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { body } = await stack.api<{ namespaces: { name: string }[]; next_cursor: string | null }>('GET', path);
    found.push(...body.namespaces.map(({ name }) => name));
    cursor = body.next_cursor ?? '';
    if (found.length === 5) await stack.api('POST', '/namespaces', { name: `${run}-p/pr00a` });
  } while (cursor);
  expect(found).toEqual(names);
  expect((await stack.api('GET', `/namespaces?prefix=${'a'.repeat(257)}`)).status).toBe(400);
});

it('pages by name through `limit` and `cursor`, a hundred unless told, with `next_cursor` null on the last page [NS-19]', async () => {
  const list = async (query: string) => {
    const path = `/namespaces?prefix=${run}-n/&${query}`;
    const { body } = await stack.api<{ namespaces: { name: string }[]; next_cursor: string | null }>('GET', path);
    return { names: body.namespaces.map(({ name }) => name), next: body.next_cursor };
  };
  const names = Array.from({ length: 101 }, (_, i) => `${run}-n/${String(i).padStart(3, '0')}`);
  expect(await list('')).toEqual({ names: [], next: null });
  const make = (name: string) => stack.api('POST', '/namespaces', { name });
  await make(names[0]);
  expect(await list('limit=1')).toEqual({ names: [names[0]], next: null });
  for (const name of names.slice(1, 100).reverse()) await make(name);
  expect(await list('')).toEqual({ names: names.slice(0, 100), next: null });
  await make(names[100]);
  const { names: first, next } = await list('');
  expect(first).toEqual(names.slice(0, 100));
  expect(await list(`cursor=${encodeURIComponent(String(next))}`)).toEqual({ names: [names[100]], next: null });
  expect((await stack.api('GET', '/namespaces?limit=101')).status).toBe(400);
});

it('keeps each fan-out setting within its range, and null gives its default back [NS-20]', async () => {
  const name = `${run}-f`;
  await stack.api('POST', '/namespaces', { name });
  const patch = (fanout: object) => stack.api<NamespaceView>('PATCH', at(name), { fanout });
  const defaults = (await stack.api<NamespaceView>('GET', at(name))).body.fanout;
  expect(defaults).toMatchObject({ enabled: true, share: 0.5, rolling_limit: 300_000, block_cap: 1_000 });
  const ends = { enabled: false, share: 0, debounce_ms: 0, max_wait_ms: 86_400_000, rolling_limit: 0, block_cap: 2 };
  expect((await patch(ends)).body.fanout).toEqual(ends);
  const others = { enabled: true, share: 1, debounce_ms: 86_400_000, rolling_limit: 100_000_000, block_cap: 10_000 };
  expect((await patch(others)).body.fanout).toEqual({ ...others, max_wait_ms: 86_400_000 });
  const unset = Object.fromEntries(Object.keys(defaults).map((key) => [key, null]));
  expect((await patch(unset)).body.fanout).toEqual(defaults);
  // A wait that is not set follows the debounce.
  expect((await patch({ debounce_ms: 1_000 })).body.fanout).toEqual({
    ...defaults,
    debounce_ms: 1_000,
    max_wait_ms: 10_000,
  });
  expect((await patch({ debounce_ms: null })).body.fanout).toEqual(defaults);
  const refused: Record<string, unknown[]> = {
    enabled: ['yes', 1],
    share: [-0.01, 1.01, '0.5'],
    debounce_ms: [-1, 86_400_001, 1.5],
    max_wait_ms: [-1, 599_999, 86_400_001, 1.5],
    rolling_limit: [-1, 100_000_001, 0.5],
    block_cap: [1, 10_001, 2.5],
  };
  for (const [key, values] of Object.entries(refused))
    for (const value of values) expect([key, value, (await patch({ [key]: value })).status]).toEqual([key, value, 400]);
  expect((await stack.api<NamespaceView>('GET', at(name))).body.fanout).toEqual(defaults);
  expect((await stack.api('PATCH', at(name), { pinned: null })).status).toBe(400);
  for (const pinned of [true, false]) {
    expect((await stack.api<NamespaceView>('PATCH', at(name), { pinned })).body.pinned).toBe(pinned);
  }
});

it('shows a namespace whole, and PATCH changes what it names and nothing else [NS-08] [NS-10] [NS-11] [NS-12] [NS-16] [NS-18] [NS-22]', async () => {
  const name = `${run}-s`;
  await stack.api('POST', '/namespaces', { name });
  const first = (await stack.api<NamespaceView>('GET', at(name))).body;
  const members = [
    'budget',
    'budget_paused',
    'created_at',
    'default_engine',
    'deleting',
    'fanout',
    'name',
    'pinned',
    'stats',
  ];
  expect(Object.keys(first).sort()).toEqual(members);
  expect(Object.keys(first.fanout).sort()).toEqual([
    'block_cap',
    'debounce_ms',
    'enabled',
    'max_wait_ms',
    'rolling_limit',
    'share',
  ]);
  const patched = (await stack.api<NamespaceView>('PATCH', at(name), { fanout: { share: 0.25 } })).body;
  expect(patched).toEqual({ ...first, fanout: { ...first.fanout, share: 0.25 } });
  expect((await stack.api<NamespaceView>('PATCH', at(name), {})).body).toEqual(patched);
  const bad = [
    { fanout: { share: 1.1 } },
    { fanout: { share: -0.1 } },
    { pinned: true, zzz: 1 },
    { pinned: true, budget: 'x' },
  ];
  for (const body of bad) expect((await stack.api('PATCH', at(name), body)).status).toBe(400);
  expect((await stack.api<NamespaceView>('GET', at(name))).body).toEqual(patched);
  expect((await stack.api('PATCH', at(`${run}/*`), { pinned: true })).status).toBe(400);
  expect((await stack.api('PATCH', at(`${run}-absent`), { pinned: true })).status).toBe(404);
});

it('fills the engine of later judgments only, and refuses one that is not active [NS-13] [NS-14] [ENG-03]', async () => {
  const scenario = new Scenario(stack, `${run}-e`);
  await scenario.stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('before'));
  await scenario.ok('PATCH', '', { default_engine: { name: 'gpt-6-luna', version: 'current' } });
  await scenario.ok('POST', '/judgments', boolJudgment('after'));
  const engineOf = async (name: string) =>
    (await scenario.ok<{ definition: { engine: object } }>('GET', `/judgments/${name}`)).definition.engine;
  expect(await engineOf('before')).toEqual({ name: 'jev', version: 'current' });
  expect(await engineOf('after')).toEqual({ name: 'gpt-6-luna', version: 'current' });
  for (const engine of [
    { name: 'pplx-decider', version: 'current' },
    { name: 'jev', version: '1.0' },
  ]) {
    const reply = await scenario.call('PATCH', '', { default_engine: engine });
    expect(reply).toMatchObject({ status: 422, body: { error: { code: 'engine_version_unavailable' } } });
  }
});

it('takes a batch of 8 MiB whole, and ends a page early that would pass 8 MiB', async () => {
  const scenario = new Scenario(stack, `${run}-b`);
  const text = 'x'.repeat(1_048_000);
  const batch = Array.from({ length: 8 }, (_, i) => ({ id: `big${i}`, state: { text, i } }));
  expect(Buffer.byteLength(JSON.stringify({ upsert: batch }))).toBeGreaterThan(7.99 * 1024 * 1024);
  expect(await scenario.write({ upsert: batch })).toMatchObject({ upserted: 8 });
  await scenario.write({ upsert: batch.map(({ id, state }) => ({ id: `${id}b`, state })) });
  const first = await scenario.query({ limit: 100 });
  expect(first.documents.length).toBeLessThan(16);
  expect(first.next_cursor).not.toBeNull();
  const rest = await scenario.query({ limit: 100, cursor: first.next_cursor });
  expect([...first.documents, ...rest.documents].map(({ id }) => id).sort()).toEqual(
    batch.flatMap(({ id }) => [id, `${id}b`]).sort(),
  );
}, 60_000);
