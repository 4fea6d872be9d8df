import { JudgmentClient, JudgmentError } from '@app/sdk';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
let client: JudgmentClient;
beforeAll(async () => {
  stack = await sharedStack();
  client = new JudgmentClient({ baseUrl: stack.baseUrls[0], apiKey: stack.keys.rw });
}, openLimitMs);
afterAll(() => stack?.leave());

const namespaceOf = (name: string) => client.namespace(new Scenario(stack, name).namespace);

it('writes in bulk, judges, queries by a threshold and reads what a person would ask for [SDK-04] [SDK-05]', async () => {
  const t1 = namespaceOf('sdk/road');
  const refused: [string, JudgmentError][] = [];
  const rows = Array.from({ length: 60 }, (_, n) => ({
    id: n === 31 ? 'x'.repeat(1_000) : `m${n}`,
    attributes: { n },
    state: { text: `Message ${n}` },
  }));
  const onRefused = (row: { id: string }, error: JudgmentError) => void refused.push([row.id, error]);
  const report = await t1.documents.bulk(rows, { concurrency: 3, maxRows: 10, onRefused });
  expect(report).toEqual({ written: 59, refused: 1 });
  expect(refused.map(([id, { code }]) => [id.length, code])).toEqual([[1_000, 'invalid_request']]);

  const change = await t1.judgments.create({
    name: 'late',
    type: 'bool',
    question: 'Is the order late?',
    context: { fields: ['state.text'] },
    engine: { name: 'jev', version: 'current' },
    thresholds: { any: 0 },
    freshness: { policy: 'on_read' },
  });
  expect(change).toMatchObject({ status: 'created' });
  const ids: string[] = [];
  const order_by = [{ path: 'attributes.n', direction: 'desc' as const }];
  for await (const { id } of t1.query({ order_by, limit: 7 })) ids.push(id);
  expect(ids).toEqual(
    rows
      .map(({ id }) => id)
      .filter((id) => id.length < 100)
      .reverse(),
  );

  const judged = await t1.documents.get('m7', { fresh: 'require' }).withMeta();
  expect(judged.data.answers).toMatchObject({ late: { status: 'fresh', type: 'bool' } });
  expect(judged.meta).toMatchObject({ status: 200, attempts: 1, rate: { limit: expect.any(Number) as number } });
  const { documents, missing } = await t1.documents.getMany(['m1', 'none', 'm2'], { include: ['attributes'] });
  expect([documents.map(({ id }) => id), missing]).toEqual([['m1', 'm2'], ['none']]);
  expect(await t1.judgments.get('late').read()).toMatchObject({ name: 'late' });
});

it.each(['a%2Fb', '100%', '...', '..x', 'ü/✓', '123', 'true'])(
  'document %s is one document by every call [SDK-04]',
  async (id) => {
    const t1 = namespaceOf('sdk/names');
    await t1.documents.upsert([
      { id, state: { text: id } },
      { id: 'other', state: {} },
    ]);
    expect(await t1.documents.get(id, { include: ['state'] })).toMatchObject({ id, state: { text: id } });
    await t1.documents.delete(id);
    await expect(t1.documents.get(id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect((await t1.documents.get('other')).id).toBe('other');
  },
);

it.each(['.', '..'])(
  'document %s, which no address could name, is none, and its deletion deletes nothing [SDK-04]',
  async (id) => {
    const t1 = namespaceOf('sdk/dots');
    await t1.documents.upsert([{ id: 'other', state: {} }]);
    const refused = { status: 400, reason: 'bad_name' };
    await expect(t1.documents.upsert([{ id, state: {} }])).rejects.toMatchObject(refused);
    expect(await t1.documents.delete(id)).toMatchObject({ deleted: 0, missing: 1 });
    expect(await t1.documents.getMany(['other'])).toMatchObject({ documents: [{ id: 'other' }], missing: [] });
  },
);

it('namespaces whose names look like paths are each one of its own [SDK-04]', async () => {
  const names = ['a/b', 'a/..', '..x', 'a//b', 'a:b'].map(
    (end) => `${new Scenario(stack, 'sdk/paths').namespace}/${end}`,
  );
  for (const name of names) await client.namespace(name).documents.upsert([{ id: 'one', state: { name } }]);
  const read = await Promise.all(
    names.map((name) => client.namespace(name).documents.get('one', { include: ['state'] })),
  );
  expect(read.map(({ state }) => state)).toEqual(names.map((name) => ({ name })));
});

it('repeats a write by its key, and names what was refused and where [SDK-04] [IDEM-01]', async () => {
  const t1 = namespaceOf('sdk/errors');
  const idempotencyKey = `nightly-${Date.now()}`;
  const first = await t1.documents.upsert([{ id: 'a', state: {} }], { idempotencyKey }).withMeta();
  const again = await t1.documents.upsert([{ id: 'a', state: {} }], { idempotencyKey }).withMeta();
  expect([first.meta.replayed, again.meta.replayed, again.meta.text]).toEqual([false, true, first.meta.text]);
  const error = await t1.query({ filter: { 'nowhere.x': 1 } }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(JudgmentError);
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_request',
    path: expect.stringContaining('/filter') as string,
  });
});

it('gives the result of a job, and the events of the work, once each and in order [SDK-07] [SDK-08]', async () => {
  const t1 = namespaceOf('sdk/feed');
  await t1.documents.upsert([{ id: 'a', attributes: { n: 1 }, state: {} }]);
  await t1.subscriptions.put('big', { filter: { 'attributes.n': { gte: 10 } } });
  for (const n of [10, 1, 12]) await t1.documents.write({ patch: [{ id: 'a', attributes: { n } }] });
  const types: string[] = [];
  for await (const { type } of client.events.follow({ types: ['subscription.*'], namespacePrefix: t1.name })) {
    types.push(type);
    if (types.length === 3) break;
  }
  expect(types).toEqual(['subscription.entered', 'subscription.exited', 'subscription.entered']);
  const seen: string[] = [];
  await t1.delete({ onProgress: ({ status }) => void seen.push(status) });
  expect(seen.at(-1)).toBe('done');
  await eventually(async () => {
    await expect(t1.read()).rejects.toMatchObject({ status: 404 });
  });
}, 60_000);
