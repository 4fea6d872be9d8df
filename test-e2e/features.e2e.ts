import { UsageReport } from '@app/contracts/billing';
import { AnswerView } from '@app/contracts/documents';
import { HistoryList } from '@app/contracts/judgments';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { composite, freshAfter, logit, narrow, order, sigmoid } from './scenario/features';
import { confirmed } from './scenario/related';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const unitsOf = async ({ namespace }: Scenario): Promise<number> => {
  const { body } = await stack.api<UsageReport>('GET', `/usage?namespace_prefix=${encodeURIComponent(namespace)}`);
  return body.judgment_units;
};

describe('features', () => {
  const features = [
    { name: 'amount', from: 'attributes.amount' },
    { name: 'age', age_of: 'created_at', unit: 'minutes' },
    { name: 'before', previous: 'p' },
  ];
  const thresholds = { large: { feature: 'amount', gte: 100 } };
  const late = boolJudgment('late', { features, thresholds });

  it('stand beside answers, and one that moves alone makes an answer that no engine gives and nobody pays [JDG-16] [JDG-17] [JDG-18] [JDG-19] [ANS-05] [SUB-02] [THR-02]', async () => {
    const scenario = new Scenario(stack, 'features/own');
    await scenario.judgment(late);
    await scenario.ok('PUT', '/subscriptions/large', {
      filter: { 'answers.late.features.amount': { gte: 100 } },
      include: ['answers'],
    });
    const mark = `order of ${scenario.namespace}`;
    await scenario.write(order('o1', 20, mark));
    await scenario.write(order('o2', null, `${mark}, the second`));
    const [first, none] = [await scenario.fresh('o1', 'late'), await scenario.fresh('o2', 'late')];
    expect(first).toMatchObject({
      features: { amount: 20, age: expect.any(Number) as number, before: null },
      thresholds: { large: false },
      thresholds_missing: [],
    });
    expect(Object.keys(first.features!).sort()).toEqual(['age', 'amount', 'before']);
    expect(first).not.toHaveProperty('parts');
    expect(none).toMatchObject({ features: { amount: null }, thresholds: { large: false } });
    expect(none.thresholds_missing).toEqual(['large']);
    await eventually(async () => expect(await unitsOf(scenario)).toBe(2));

    await scenario.write(order('o1', 105, mark));
    const second = await freshAfter(scenario, 'o1', 'late', first);
    expect(second).toMatchObject({ p: first.p, features: { amount: 105, before: null }, thresholds: { large: true } });
    expect(await stack.engine.count(mark)).toBe(2);
    const found = await scenario.query({ filter: { 'answers.late.thresholds.large': true } });
    expect(found.documents.map(({ id }) => id)).toEqual(['o1']);
    const ordered = await scenario.query({
      order_by: [{ path: 'answers.late.features.amount', direction: 'asc' }],
    });
    expect(ordered.documents.map(({ id }) => id)).toEqual(['o1', 'o2']);
    const history = await scenario.ok<HistoryList>('GET', '/documents/o1/answers/late/history');
    expect(history.answers.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(history.answers.map(({ answer }) => (answer as AnswerView).features?.amount)).toEqual([105, 20]);
    await eventually(async () => {
      const entered = await scenario.events();
      expect(entered.map(({ type }) => type)).toEqual(['subscription.entered']);
      expect(entered[0].data).toMatchObject({
        document: 'o1',
        cause: 'answer',
        answers: { late: { id: second.id, features: { amount: 105 } } },
      });
    });

    await scenario.write({ patch: [{ id: 'o1', attributes: { amount: 105, other: 1 } }] });
    const required = await scenario.read('o1', '?fresh=require');
    expect(required.answers?.['late'].id).toBe(second.id);
    expect(required.usage).toBeUndefined();
    expect(await unitsOf(scenario)).toBe(2);
    expect(await stack.engine.count(mark)).toBe(2);

    await scenario.write(order('o1', 105, `${mark}, and once more`));
    const third = await freshAfter(scenario, 'o1', 'late', second);
    expect(third.features).toMatchObject({ amount: 105, before: first.p });
    expect(await stack.engine.count(mark)).toBe(3);
  }, 60_000);

  it('count related documents, and one of these that changes makes an answer alone [JDG-15] [JDG-16] [JDG-17] [JDG-19] [SUB-02]', async () => {
    const scenario = new Scenario(stack, 'features/related');
    const orders = { join: { theirs: 'attributes.account', mine: 'id' }, fields: ['state.text'] };
    await scenario.judgment({
      ...boolJudgment('late', {
        applies_to: { 'attributes.kind': 'account' },
        context: { fields: ['state.text'], related: { orders } },
        features: [
          { name: 'total', of: 'orders', aggregate: 'sum', path: 'attributes.amount' },
          { name: 'orders', of: 'orders', aggregate: 'count' },
          { name: 'open', of: 'orders', aggregate: 'share', where: { 'attributes.open': true } },
        ],
        thresholds: { large: { feature: 'total', gte: 100 } },
      }),
      // An answer that is judged when it is read alone replays nothing, so nobody confirms it.
      freshness: { policy: 'on_read', fanout: { debounce_ms: 0 } },
    });
    await scenario.ok('PUT', '/subscriptions/large', {
      filter: { 'answers.late.features.total': { gte: 100 } },
      include: ['answers'],
    });
    const mark = `account of ${scenario.namespace}`;
    const one = (id: string, open: boolean) => ({
      id,
      attributes: { account: 'cust:1', amount: 10, open },
      state: { text: 'A parcel.' },
    });
    await scenario.write({
      upsert: [
        { id: 'cust:1', attributes: { kind: 'account' }, state: { text: mark } },
        ...[one('o1', true), one('o2', false)],
      ],
    });
    const first = await scenario.answer('cust:1', 'late', '?fresh=require');
    expect(first).toMatchObject({
      status: 'fresh',
      features: { total: 20, orders: 2, open: 0.5 },
      thresholds: { large: false },
    });
    expect(await stack.engine.count(mark)).toBe(1);
    await eventually(async () => expect(await unitsOf(scenario)).toBeGreaterThan(0));
    const units = await unitsOf(scenario);

    const raise = () => scenario.write({ patch: [{ id: 'o1', attributes: { amount: 95 } }] });
    await raise();
    expect(await scenario.answer('cust:1', 'late')).toMatchObject({
      id: first.id,
      status: 'stale',
      stale_reason: 'related_changed',
      features: { total: 20 },
    });
    const read = await scenario.read('cust:1', '?fresh=require');
    const second = read.answers!['late'];
    expect(second).toMatchObject({
      status: 'fresh',
      p: first.p,
      features: { total: 105, orders: 2, open: 0.5 },
      thresholds: { large: true },
    });
    expect(second.id).not.toBe(first.id);
    expect(read.usage).toBeUndefined();
    expect(await stack.engine.count(mark)).toBe(1);
    const found = await scenario.query({ filter: { 'answers.late.thresholds.large': true } });
    expect(found.documents.map(({ id }) => id)).toEqual(['cust:1']);
    const history = await scenario.ok<HistoryList>('GET', '/documents/cust%3A1/answers/late/history');
    expect(history.answers.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(history.answers.map(({ answer }) => (answer as AnswerView).features?.total)).toEqual([105, 20]);
    await eventually(async () => {
      const entered = await scenario.events();
      expect(entered.map(({ type }) => type)).toEqual(['subscription.entered']);
      expect(entered[0].data).toMatchObject({ document: 'cust:1', answers: { late: { id: second.id } } });
    });

    await raise();
    expect((await scenario.answer('cust:1', 'late', '?fresh=require')).id).toBe(second.id);
    // Another document in the place of one, with the same words: the context is the same.
    await scenario.write({ upsert: [one('o3', true)], delete: [{ id: 'o2' }] });
    const third = await scenario.answer('cust:1', 'late', '?fresh=require');
    expect(third.features).toEqual({ total: 105, orders: 2, open: 1 });
    expect(await unitsOf(scenario)).toBe(units);
    expect(await stack.engine.count(mark)).toBe(1);
  }, 60_000);

  it('follow a document that many point at, past the rolling limit, since nothing is asked [JDG-17] [REL-03] [REL-12]', async () => {
    const scenario = new Scenario(stack, 'features/pointing');
    const customer = { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier'] };
    const judgment = boolJudgment('late', {
      context: { fields: ['state.text'], related: { customer } },
      features: [{ name: 'credit', of: 'customer', aggregate: 'sum', path: 'attributes.credit' }],
      freshness: { policy: 'on_change', debounce_ms: 0, fanout: { debounce_ms: 0, rolling_limit: 1 } },
    });
    const write = (credit: number) => scenario.write({ upsert: [{ id: 'cust:1', attributes: { credit } }] });
    await write(5);
    await confirmed((definition) => scenario.judgment(definition), judgment);
    const ids = ['o1', 'o2', 'o3'];
    const mark = `order of ${scenario.namespace}`;
    await scenario.write({
      upsert: ids.map((id) => ({ id, attributes: { customer: 'cust:1' }, state: { text: `${mark}, ${id}` } })),
    });
    const before = await Promise.all(ids.map((id) => scenario.fresh(id, 'late')));
    expect(before.map(({ features: own }) => own)).toEqual(ids.map(() => ({ credit: 5 })));
    await write(7);
    const after = await Promise.all(ids.map((id, i) => freshAfter(scenario, id, 'late', before[i])));
    expect(after).toMatchObject(before.map(({ p }) => ({ p, features: { credit: 7 } })));
    expect(await stack.engine.count(mark)).toBe(ids.length);
  }, 60_000);

  it('are part of the version, and a threshold on one moves at once [JDG-15] [JDG-21] [THR-04]', async () => {
    const scenario = new Scenario(stack, 'features/version');
    await scenario.judgment(late);
    await scenario.write(order('o1', 60));
    const first = await scenario.fresh('o1', 'late');
    const patched = { thresholds: { large: { feature: 'amount', gte: 60 } } };
    await scenario.ok('PATCH', '/judgments/late', patched);
    expect(await scenario.answer('o1', 'late')).toEqual({ ...first, thresholds: { large: true } });
    const unknown = { thresholds: { large: { feature: 'total', gte: 1 } } };
    const refused = await scenario.call('PATCH', '/judgments/late', unknown);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: { details: { reason: 'unknown_path', path: '/thresholds/large/feature' } } },
    ]);
    const double = boolJudgment('late', { features: [{ name: 'double', from: 'attributes.amount' }] });
    expect(await scenario.judgment(double)).toMatchObject({ version: 2 });
    const second = await scenario.answer('o1', 'late', '?fresh=require');
    expect(second).toMatchObject({ version: 2, features: { double: 60 }, thresholds: { large: false } });
    expect(second.thresholds_missing).toEqual(['large']);
  }, 60_000);
});

describe('a composite', () => {
  it('asks its parts in one request and never its question, and combines and bills them [JDG-08] [JDG-10] [JDG-13] [JDG-14] [BILL-03]', async () => {
    const scenario = new Scenario(stack, 'parts/three');
    const secret = `secret-${scenario.namespace.replaceAll('/', '-')}`;
    const hidden = { question: `What does ${secret} mean?`, criteria: `It is ${secret}.` };
    await scenario.judgment(composite('whole', 3, hidden));
    const ids = Array.from({ length: 6 }, (_, i) => `d${i}`);
    for (const id of ids) await scenario.upsert(id, { text: `${id} of ${scenario.namespace}` });
    let inside = 0;
    for (const id of ids) {
      const { answers, usage } = await scenario.read(id, '?fresh=require');
      const { p, parts, combiner } = answers!['whole'];
      expect(Object.keys(parts!)).toEqual(['part0', 'part1', 'part2']);
      expect(combiner).toBeNull();
      expect(usage).toMatchObject({ judgment_units: 1.5, by_judgment: { whole: 1.5 } });
      const own = Object.values(parts!).map((part) => part.p);
      // An engine's 0 and 1 count as its floor, which no reply shows.
      if (own.some((one) => one < 0.01 || one > 0.99)) continue;
      inside += 1;
      expect(p).toBeCloseTo(sigmoid(own.map(logit).reduce((sum, one) => sum + one) / 3), 9);
      const asked = await stack.engine.asks(`${id} of ${scenario.namespace}`);
      expect(asked.map(({ body }) => narrow(body))).toEqual([3]);
    }
    expect(inside).toBeGreaterThan(0);
    expect(await stack.engine.count(secret)).toBe(0);
    const filtered = await scenario.query({ filter: { 'answers.whole.parts.part0': { gte: 0 } }, limit: 10 });
    expect(filtered.documents).toHaveLength(ids.length);
  }, 60_000);

  it('of a single part stands only beside features [JDG-09]', async () => {
    const scenario = new Scenario(stack, 'parts/one');
    await scenario.upsert('x', { text: 'one' }, { amount: 3 });
    const refused = await scenario.call('POST', '/judgments', composite('alone', 1));
    expect([refused.status, refused.body]).toMatchObject([400, { error: { details: { path: '/parts' } } }]);
    await scenario.judgment(composite('beside', 1, { features: [{ name: 'amount', from: 'attributes.amount' }] }));
    const { answers, usage } = await scenario.read('x', '?fresh=require');
    expect(answers?.['beside']).toMatchObject({ features: { amount: 3 }, parts: { part0: {} } });
    expect(usage?.judgment_units).toBe(1);
  }, 60_000);
});

describe('`previous` in a recipe', () => {
  it('shows the document as the judgment last saw it, not as last stored, and asks nothing by itself [CTX-06]', async () => {
    const scenario = new Scenario(stack, 'previous/seen');
    const context = { fields: ['state.text'], previous: { fields: ['state.text'] } };
    const freshness = { policy: 'on_change', debounce_ms: 1_000 };
    await scenario.judgment(boolJudgment('moved', { context, freshness }));
    const text = (n: number) => `text v${n} of ${scenario.namespace}`;
    const asked = async (n: number) => (await stack.engine.asks(text(n))).map(({ body }) => body);
    await scenario.upsert('d', { text: text(1) });
    const first = await scenario.fresh('d', 'moved');
    expect(await asked(1)).toHaveLength(1);
    await scenario.upsert('d', { text: text(2) });
    await scenario.upsert('d', { text: text(3) });
    const third = await freshAfter(scenario, 'd', 'moved', first);
    const [ask, ...more] = await asked(3);
    expect(more).toEqual([]);
    expect([ask.includes(text(1)), ask.includes(text(2))]).toEqual([true, false]);
    expect(await asked(2)).toEqual([]);

    await scenario.upsert('d', { text: text(4) });
    await scenario.upsert('d', { text: text(3) });
    expect(await scenario.fresh('d', 'moved')).toMatchObject({ id: third.id });
    expect(await asked(4)).toEqual([]);
    expect(await asked(3)).toEqual([ask]);

    await scenario.write({ delete: [{ id: 'd' }] });
    await scenario.upsert('d', { text: text(5) });
    await scenario.fresh('d', 'moved');
    const [again] = await asked(5);
    expect([again.includes(text(3)), again.includes(text(1))]).toEqual([false, false]);
  }, 60_000);
});
