import { JudgmentChange, JudgmentView } from '@app/contracts/judgments';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Orders, confirmed, lateJudgment } from './scenario/related';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const dayMs = 86_400_000;

it('shows what replaying related changes costs and stores nothing until that very judgment is confirmed [JDG-23] [REL-12]', async () => {
  const scenario = new Scenario(stack, 'relations/confirm');
  const orders = new Orders(scenario);
  await scenario.write({ upsert: [{ id: 'cust:1', state: { tier: 'gold' } }, orders.order('o1', 'cust:1')] });
  const judgment = (limit: number, confirm?: string | null) =>
    scenario.call<JudgmentChange>('POST', '/judgments', { ...lateJudgment({ rolling_limit: limit }), confirm });
  const asked = await judgment(1_000);
  expect([asked.status, asked.body]).toMatchObject([
    200,
    {
      status: 'confirmation_required',
      judgment: null,
      version: null,
      confirm: expect.any(String) as string,
      estimate: { rolling_limit: 1_000, related: { changes_per_day: expect.any(Number) as number } },
    },
  ]);
  expect((await scenario.ok<{ judgments: unknown[] }>('GET', '/judgments')).judgments).toEqual([]);
  const other = await judgment(1_001, asked.body.confirm);
  expect([other.status, other.body]).toMatchObject([
    409,
    { error: { code: 'conflict', details: { reason: 'confirm_mismatch' } } },
  ]);
  expect((await scenario.ok<{ judgments: unknown[] }>('GET', '/judgments')).judgments).toEqual([]);
  expect(await orders.asks()).toEqual([]);
  expect(await judgment(1_000, asked.body.confirm)).toMatchObject({
    status: 201,
    body: { status: 'created', version: 1, judgment: { freshness: { fanout: { rolling_limit: 1_000 } } } },
  });

  // Nothing asks for a confirmation any more: not a change, not a read, not a higher limit.
  await scenario.read('o1', '?fresh=require');
  const written = await scenario.call('POST', '/documents', { patch: [{ id: 'cust:1', state: { tier: 'lead' } }] });
  expect([written.status, written.text.includes('confirm')]).toEqual([200, false]);
  await orders.fresh(['o1']);
  expect((await orders.asks('o1')).map(({ body }) => body.includes('lead'))).toEqual([false, true]);
  const raised = { freshness: { fanout: { rolling_limit: 2_000 } } };
  expect(await scenario.ok<JudgmentChange>('PATCH', '/judgments/late', raised)).toMatchObject({
    judgment: { freshness: { fanout: { rolling_limit: 2_000 } } },
  });
}, 60_000);

it('judges the documents that point at a changed one again when it shows something else, and no other [REL-02] [REL-03]', async () => {
  const scenario = new Scenario(stack, 'relations/pointer');
  const pointing = ['o1', 'o2', 'o3'];
  const all = [...pointing, 'other'];
  const customers = { o1: 'cust:1', o2: 'cust:1', o3: 'cust:1', other: 'cust:2' };
  const orders = await Orders.judged(scenario, lateJudgment(), customers);
  const first = await orders.fresh(all);
  const asked = (await orders.asks()).length;
  expect(asked).toBe(4);

  await scenario.write({ patch: [{ id: 'cust:1', state: { note: 'b' } }] });
  expect(await orders.answers(all)).toEqual(first);
  await orders.setTier('cust:1', 'gold');
  expect(await orders.answers(all)).toEqual(first);

  await orders.setTier('cust:1', 'lead');
  const stale = { status: 'stale', stale_reason: 'related_changed' };
  const second = await orders.fresh(all);
  for (const id of pointing) expect(second[id].id).not.toBe(first[id].id);
  expect(second['other']).toEqual(first['other']);
  const asks = await orders.asks(undefined, asked);
  expect(asks.map(({ body }) => [body.includes('lead'), body.includes('gold')])).toEqual(
    pointing.map(() => [true, false]),
  );

  await stack.engine.hold();
  try {
    const patch = { state: { tier: 'silver' } };
    await scenario.write({ patch_by_filter: { filter: { id: 'cust:1' }, patch } });
    const during = await orders.answers(all);
    for (const id of pointing) expect(during[id]).toMatchObject({ ...stale, id: second[id].id });
    expect(during['other']).toEqual(first['other']);
    await eventually(async () => expect(await orders.asks(undefined, asked + 3)).toHaveLength(3));
  } finally {
    await stack.engine.release();
  }
  await orders.fresh(all);
  for (const id of pointing) expect((await orders.asks(id)).at(-1)?.body).toContain('silver');
  expect(await orders.asks()).toHaveLength(asked + 6);
}, 60_000);

it('leaves answers outside the scope as they are, before, during and after, and judges the others once [REL-04]', async () => {
  const scenario = new Scenario(stack, 'relations/scope');
  const scope = { created_within: '30d', where: { 'attributes.open': true } };
  const orders = await Orders.judged(scenario, lateJudgment({ scope }), { o1: 'cust:1', o2: 'cust:1' });
  const created_at = new Date(Date.now() - 40 * dayMs).toISOString();
  await scenario.write({
    upsert: [orders.order('old', 'cust:1', {}, { created_at }), orders.order('closed', 'cust:1', { open: false })],
  });
  const outside = ['old', 'closed'];
  const before = await orders.fresh(outside);
  const isUntouched = async () => {
    expect(await orders.answers(outside)).toEqual(before);
    const stale = await scenario.query({ filter: { 'answers.late.status': 'stale' } });
    expect(stale.documents.map(({ id }) => id).filter((id) => outside.includes(id))).toEqual([]);
  };
  await stack.engine.hold();
  try {
    await orders.setTier('cust:1', 'lead');
    expect(await orders.answers(['o1'])).toMatchObject({ o1: { status: 'stale', stale_reason: 'related_changed' } });
    await isUntouched();
    await eventually(async () => {
      await isUntouched();
      for (const id of ['o1', 'o2']) expect(await orders.asks(id)).toHaveLength(2);
    });
    await isUntouched();
  } finally {
    await stack.engine.release();
  }
  await orders.fresh(['o1', 'o2']);
  await isUntouched();
  // A read that may judge finds nothing to judge.
  for (const id of outside) expect((await scenario.read(id)).answers?.['late']).toEqual(before[id]);
  expect(await Promise.all([...outside, 'o1', 'o2'].map(async (id) => (await orders.asks(id)).length))).toEqual([
    ...[1, 1],
    ...[2, 2],
  ]);
}, 60_000);

it('does not read fresh an answer whose related document changed while the engine was asked [REL-03] [FRS-01]', async () => {
  const scenario = new Scenario(stack, 'relations/race');
  const orders = await Orders.judged(scenario, lateJudgment(), { o1: 'cust:1' });
  const [{ p: _p, ...first }] = Object.values(await orders.fresh(['o1']));
  await stack.engine.hold();
  try {
    await orders.setTier('cust:1', 'read before');
    await eventually(async () => expect(await orders.asks('o1')).toHaveLength(2));
    // The ask of before is on its way, with the tier of before.
    await orders.setTier('cust:1', 'changed meanwhile');
    expect(await orders.answers(['o1'])).toMatchObject({ o1: { id: first.id, status: 'stale' } });
  } finally {
    await stack.engine.release();
  }
  const { o1 } = await orders.fresh(['o1']);
  const asks = (await orders.asks('o1')).map(({ body }) => body);
  expect(asks.at(-1)).toContain('changed meanwhile');
  expect(asks).toHaveLength(3);
  expect(o1.id).not.toBe(first.id);
}, 60_000);

it('keeps the related documents of a template inside each namespace, also of one made later [TPL-01] [TPL-05] [REL-02] [AUTH-03]', async () => {
  const root = new Scenario(stack, 'relations/template').namespace;
  const prefix = `/namespaces/${encodeURIComponent(`${root}/*`)}/judgments`;
  const one = new Orders(new Scenario(stack, `${root}/one`));
  const write = (orders: Orders) =>
    orders.scenario.write({
      upsert: [{ id: 'cust:1', state: { tier: `gold in ${orders.scenario.namespace}` } }, orders.order('o1', 'cust:1')],
    });
  await write(one);
  const created = await confirmed(
    async (definition) => (await stack.api<JudgmentChange>('POST', prefix, definition)).body,
    { engine: { name: 'jev', version: 'current' }, ...lateJudgment() },
  );
  expect(created.status).toBe('created');
  const two = new Orders(new Scenario(stack, `${root}/two`));
  for (const orders of [one, two]) await write(orders);
  await one.scenario.read('o1', '?fresh=require');
  const before = { one: await one.fresh(['o1']), two: await two.fresh(['o1']) };

  await two.setTier('cust:1', 'lead');
  await two.fresh(['o1']);
  expect(await one.answers(['o1'])).toEqual(before.one);
  expect((await one.asks('o1')).map(({ body }) => body.includes(two.scenario.namespace))).toEqual([false]);
  const asked = (await two.asks('o1')).map(({ body }) => [
    body.includes('lead'),
    body.includes(one.scenario.namespace),
  ]);
  expect(asked).toEqual([
    [false, false],
    [true, false],
  ]);

  const own = { freshness: { fanout: { rolling_limit: 7 } } };
  expect(await two.scenario.ok<JudgmentChange>('PATCH', '/judgments/late', own)).toMatchObject({
    judgment: { overrides: ['freshness'], freshness: { fanout: { rolling_limit: 7 } } },
  });
  const other = await one.scenario.ok<JudgmentView>('GET', '/judgments/late');
  expect(other).toMatchObject({ freshness: { fanout: { rolling_limit: 1_000_000 } } });
  expect(other).not.toHaveProperty('overrides');

  const key = await stack.operator.scopedKey(two.scenario.namespace);
  const preview = ({ scenario }: Orders) =>
    scenario.call('POST', '/judgments/late/context', { document: 'o1' }, { key });
  expect((await preview(one)).status).toBe(403);
  const shown = await preview(two);
  expect([shown.status, shown.text.includes('lead'), shown.text.includes(one.scenario.namespace)]).toEqual([
    ...[200, true, false],
  ]);
}, 60_000);
