import { DocumentWritten } from '@app/contracts/documents';
import { ApiReply, StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

type Refusal = { error: { code: string; details: { reason: string; path: string; documents?: string[] } } };
const none = { upserted: 0, patched: 0, appended: 0, deleted: 0, unchanged: 0, skipped: 0, missing: 0 };
const refusalOf = ({ status, body }: ApiReply<Refusal>): unknown[] => {
  const { reason, path } = body.error.details;
  return [status, body.error.code, reason, path];
};

it('takes names of attributes, judgments, thresholds and subscriptions by one rule [DOC-02] [SUB-03]', async () => {
  const scenario = new Scenario(stack, 'docs/names');
  await scenario.upsert('a', { text: 'x' });
  await scenario.judgment(boolJudgment('base'));
  const calls: ((name: string) => Promise<ApiReply<unknown>>)[] = [
    (name) => scenario.call('POST', '/documents', { upsert: [{ id: 'a', attributes: { [name]: 1 } }] }),
    (name) => scenario.call('POST', '/judgments', { ...boolJudgment(name), question: `About ${name}?` }),
    (name) => scenario.call('PATCH', '/judgments/base', { thresholds: { [name]: 0.5 } }),
    (name) => scenario.call('PUT', `/subscriptions/${encodeURIComponent(name)}`, { filter: { 'attributes.x': 1 } }),
  ];
  for (const [use, call] of calls.entries()) {
    for (const good of ['n', '-', '_9', 'N'.repeat(128)]) {
      const { status } = await call(good);
      expect([use, good.slice(0, 5), status < 300]).toEqual([use, good.slice(0, 5), true]);
    }
    for (const bad of ['N'.repeat(129), 'a.b', 'a b', 'é', 'a\n']) {
      expect([use, bad.slice(0, 5), (await call(bad)).status]).toEqual([use, bad.slice(0, 5), 400]);
    }
    // An empty name of a path makes another route.
    expect([use, (await call('')).status]).toEqual([use, use === 3 ? 404 : 400]);
  }
});

it('writes upserts, patches, appends and deletes of one request in their order, all or nothing [DOC-09] [DOC-06]', async () => {
  const scenario = new Scenario(stack, 'docs/writes');
  const created_at = '2026-01-02T03:04:05.000Z';
  const first = await scenario.write({
    upsert: [
      {
        id: 'order:17/ü',
        attributes: { seller: 's9', old: 1 },
        state: { note: 'a', deep: { x: 1, y: 2 } },
        created_at,
      },
      { id: 'gone', state: {} },
    ],
    patch: [{ id: 'order:17/ü', attributes: { old: null }, state: { deep: { y: null, z: [1] }, note: 'b' } }],
    append: [{ id: 'order:17/ü', path: 'state.messages', values: [{ id: 'm1' }, { id: 'm2' }, { id: 'm1' }] }],
    delete: [{ id: 'gone' }, { id: 'never' }],
  });
  expect(first).toEqual({
    ...none,
    upserted: 2,
    patched: 1,
    appended: 1,
    deleted: 1,
    missing: 1,
    documents: [{ id: 'order:17/ü', version: expect.any(Number) as number }],
  });
  const read = await scenario.read('order:17/ü');
  expect(read).toMatchObject({
    id: 'order:17/ü',
    version: first.documents[0].version,
    created_at,
    images: {},
    answers: {},
    attributes: { seller: 's9' },
    state: { note: 'b', deep: { x: 1, z: [1] }, messages: [{ id: 'm1' }, { id: 'm2' }] },
  });
  expect(Object.keys(read.attributes ?? {})).toEqual(['seller']);
  expect(await scenario.call('GET', '/documents/gone')).toMatchObject({ status: 404 });
  const append = {
    append: [{ id: 'order:17/ü', path: 'state.messages', values: [{ id: 'm2' }, { id: 'm3' }], keep_last: 2 }],
  };
  expect(await scenario.write(append)).toMatchObject({ ...none, appended: 1 });
  expect(await scenario.write(append)).toMatchObject({ ...none, unchanged: 1 });
  expect((await scenario.read('order:17/ü')).state).toMatchObject({ messages: [{ id: 'm2' }, { id: 'm3' }] });
  // Replaced whole by an upsert: what it leaves out is gone.
  await scenario.write({ upsert: [{ id: 'order:17/ü', state: { note: 'c' } }] });
  const last = await scenario.read('order:17/ü');
  expect(last).toMatchObject({ attributes: {}, state: { note: 'c' }, created_at });
  expect(last.state).toEqual({ note: 'c' });
  expect(last.version).toBeGreaterThan(first.documents[0].version);
  const refused: [object, unknown[]][] = [
    [{ patch: [{ id: 'never', state: {} }] }, [404, 'not_found']],
    [{ upsert: [{ id: 'order:17/ü', if_version: 0 }] }, [409, 'conflict']],
    [{ append: [{ id: 'order:17/ü', path: 'state.note', values: [1] }] }, [400, 'invalid_request']],
  ];
  for (const [operations, outcome] of refused) {
    const body = { ...operations, delete: [{ id: 'order:17/ü' }] };
    const reply = await scenario.call<Refusal>('POST', '/documents', body);
    expect([reply.status, reply.body.error.code]).toEqual(outcome);
  }
  expect(await scenario.read('order:17/ü')).toEqual(last);
  expect(await scenario.ok('DELETE', `/documents/${encodeURIComponent('order:17/ü')}`)).toEqual({ deleted: true });
  expect((await scenario.call('DELETE', `/documents/${encodeURIComponent('order:17/ü')}`)).status).toBe(404);
  const again = await scenario.upsert('order:17/ü', {});
  expect(again.documents[0].version).toBeGreaterThan(last.version);
});

it('skips the documents that fail the condition of a write, and holds it for absent ones [DOC-09] [DOC-14]', async () => {
  const scenario = new Scenario(stack, 'docs/condition');
  await scenario.write({
    upsert: [
      { id: 'open', attributes: { status: 'open' }, state: { text: 'open' } },
      { id: 'done', attributes: { status: 'done' }, state: { text: 'done' } },
    ],
  });
  const condition = { 'attributes.status': 'open' };
  const patch = ['open', 'done'].map((id) => ({ id, state: { seen: true } }));
  expect(await scenario.write({ upsert: [{ id: 'new', state: {} }], patch, condition })).toMatchObject({
    ...none,
    upserted: 1,
    patched: 1,
    skipped: 1,
  });
  expect((await scenario.read('open')).state).toEqual({ text: 'open', seen: true });
  expect((await scenario.read('done')).state).toEqual({ text: 'done' });
  // A document that is skipped is not asked for its version, and a key replays what happened.
  const headers = { 'Idempotency-Key': `condition-${scenario.namespace}` };
  const keyed = () =>
    scenario.call<DocumentWritten>(
      'POST',
      '/documents',
      { delete: [{ id: 'done', if_version: 1 }], condition },
      { headers },
    );
  const [once, twice] = [await keyed(), await keyed()];
  expect(once.body).toMatchObject({ ...none, skipped: 1 });
  expect([twice.text, twice.headers['idempotent-replayed']]).toEqual([once.text, 'true']);
});

it('takes conditions on answers, and refuses a filter that is none at its place', async () => {
  const scenario = new Scenario(stack, 'docs/answered');
  await scenario.judgment(boolJudgment('late', { thresholds: { always: 0, never: 1 } }));
  await scenario.upsert('a', { text: 'conditional' });
  const write = (condition: unknown) =>
    scenario.call<Refusal>('POST', '/documents', { patch: [{ id: 'a', attributes: { n: 1 } }], condition });
  await scenario.fresh('a', 'late');
  expect((await write({ 'answers.late.thresholds.never': true })).body).toMatchObject({ ...none, skipped: 1 });
  expect((await write({ 'answers.late.thresholds.always': true })).body).toMatchObject({ ...none, patched: 1 });
  expect(refusalOf(await write('open'))).toEqual([400, 'invalid_request', 'bad_type', '/condition']);
  expect(refusalOf(await write({ 'attributes.n': {} }))).toEqual([
    400,
    'invalid_request',
    'bad_filter',
    '/condition/attributes.n',
  ]);
  expect(refusalOf(await write({ 'answers.none.p': 1 }))).toEqual([
    400,
    'invalid_request',
    'unknown_path',
    '/condition/answers.none.p',
  ]);
});
