import { UsageView } from '@app/contracts';
import { UsageReport } from '@app/contracts/billing';
import { DocumentView } from '@app/contracts/documents';
import { ApiReply, StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const usageOf = async (scenario: Scenario, query = '') => {
  const path = `/usage?namespace_prefix=${encodeURIComponent(scenario.namespace)}${query}`;
  return stack.api<UsageReport>('GET', path);
};

/** Numbers that look random and are the same in every run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

it('bills to the quarter what the responses told, over asks of many forms, and shows it as a table too [BILL-01] [BILL-03] [BILL-04] [BILL-10] [BILL-11]', async () => {
  const scenario = new Scenario(stack, 'usage/sum');
  const draw = draws(7);
  const names = Array.from({ length: 6 }, (_, i) => `j${i}`);
  for (const [i, name] of names.entries()) {
    const question = `Is it so? ${'Think about every word of it again. '.repeat(i * 40)}`;
    const engine = { name: i % 3 === 2 ? 'gpt-6-luna' : 'jev', version: 'current' };
    await scenario.judgment(boolJudgment(name, { question, engine, freshness: { policy: 'manual' } }));
  }
  const ids = Array.from({ length: 12 }, (_, i) => `d${i}`);
  // Contexts of the standard and of the large class.
  const text = (id: string) => `${id} ${'some words of a letter '.repeat(Math.floor(draw() * 300))}`;
  await scenario.write({ upsert: ids.map((id) => ({ id, state: { text: text(id) } })) });
  const usages: UsageView[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const id = ids[Math.floor(draw() * ids.length)];
    if (draw() < 0.2) await scenario.upsert(id, { text: text(id) });
    const chosen = names.filter(() => draw() < 0.5);
    if (chosen.length === 0) continue;
    const read = await scenario.read(id, `?fresh=require&judgments=${chosen.join(',')}`);
    const { usage } = read as DocumentView & { usage?: UsageView };
    if (usage) usages.push(usage);
  }
  const units = usages.reduce((sum, { judgment_units: one }) => sum + one, 0);
  const by = new Map<string, number>();
  for (const { judgment_units: whole, by_judgment } of usages) {
    expect(whole * 4).toBe(Math.round(whole * 4));
    expect(Object.values(by_judgment).reduce((sum, one) => sum + one, 0)).toBe(whole);
    for (const [name, one] of Object.entries(by_judgment)) by.set(name, (by.get(name) ?? 0) + one);
  }
  expect(usages.length).toBeGreaterThan(10);
  const { body } = await eventually(async () => {
    const reply = await usageOf(scenario);
    expect(reply.body.judgment_units).toBe(units);
    return reply;
  });
  expect(new Map(Object.entries(body.namespaces[0].by_judgment))).toEqual(new Map([...by].sort()));
  expect(body.tokens).toBe(usages.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(body.cost_usd).toBeCloseTo(
    usages.reduce((sum, { cost_usd: cost }) => sum + cost, 0),
    4,
  );
  const { stats } = await scenario.ok<{ stats: { spend_month_usd: number } }>('GET', '');
  expect(stats.spend_month_usd).toBe(body.cost_usd);
  const table = await usageOf(scenario, '&format=csv');
  expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, total, ...rows] = table.text
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  expect(head.slice(0, 4)).toEqual(['month', 'namespace', 'judgment', 'judgment_units']);
  expect(total.slice(0, 4)).toEqual([body.month, scenario.namespace, '', String(units)]);
  expect(new Map(rows.map(([, , name, one]) => [name, Number(one)]))).toEqual(by);
}, 60_000);

it('counts namespaces under a prefix marked non-production toward the tenant fee [BILL-08]', async () => {
  const organization = `tenants-${Date.now()}`;
  const key = await stack.operator.organization(organization);
  const of = async () => (await stack.api<UsageReport>('GET', '/usage', undefined, { key })).body;
  expect(await of()).toMatchObject({ active_namespaces: 0, tenant_fee_usd: 0 });
  const marked = await stack.api('PATCH', '/organization', { non_production_prefixes: ['t/dev/'] }, { key });
  expect(marked).toMatchObject({ status: 200, body: { non_production_prefixes: ['t/dev/'] } });
  for (const namespace of ['t/dev/1', 't/dev/2', 't/dev/3']) {
    const path = `/namespaces/${encodeURIComponent(namespace)}/documents`;
    expect((await stack.api('POST', path, { upsert: [{ id: 'a' }] }, { key })).status).toBe(200);
  }
  const one = await eventually(async () => {
    const usage = await of();
    expect(usage.active_namespaces).toBe(3);
    return usage;
  });
  expect(one.tenant_fee_usd).toBeGreaterThan(0);
  expect(one.total_cost_usd).toBe(one.tenant_fee_usd);
}, 60_000);

it('shows the namespaces of a month page by page, as JSON and as a table, beside the sums of all [BILL-10]', async () => {
  const key = await stack.operator.organization(`pages-${Date.now()}`);
  const names = ['p/a', 'p/b', 'p/c'];
  for (const namespace of names) {
    const path = `/namespaces/${encodeURIComponent(namespace)}/documents`;
    expect((await stack.api('POST', path, { upsert: [{ id: 'a' }] }, { key })).status).toBe(200);
  }
  const of = async (path: string) => (await stack.api<UsageReport>('GET', path, undefined, { key })).body;
  const first = await eventually(async () => {
    const page = await of('/usage?limit=2');
    expect(page.active_namespaces).toBe(3);
    return page;
  });
  const second = await of(`/usage?limit=2&cursor=${first.next_cursor}`);
  expect([...first.namespaces, ...second.namespaces].map(({ namespace }) => namespace)).toEqual(names);
  expect(second).toMatchObject({ active_namespaces: 3, tenant_fee_usd: first.tenant_fee_usd, next_cursor: null });

  const shown: string[] = [];
  for (let path: string | undefined = '/usage?limit=2&format=csv&namespace_prefix=p/*'; path;) {
    const { headers, text }: ApiReply = await stack.api('GET', path, undefined, { key });
    shown.push(
      ...text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[1]),
    );
    path = /^<\/v1(\/usage\?[^>]+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1];
  }
  expect(shown).toEqual(names);
  expect(await stack.api('GET', '/usage?cursor=no', undefined, { key })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', details: { reason: 'bad_cursor', path: '/cursor' } } },
  });
}, 60_000);

it('refuses documents past what the plan holds with 402, and lets the rest be changed [BILL-11]', async () => {
  const key = await stack.operator.organization(`full-${Date.now()}`, 'developer');
  const at = `/namespaces/${encodeURIComponent('full/one')}/documents`;
  const write = (body: object) => stack.api<{ error: object }>('POST', at, body, { key });
  expect((await write({ upsert: [{ id: 'a' }, { id: 'b' }] })).status).toBe(200);
  // As if it held as many documents as its plan allows.
  await eventually(async () => {
    const rows = await stack.sql(
      `update documents.metered set documents = 1000000 where namespace_id =
         (select id from documents.namespace where name = 'full/one' order by id desc limit 1) returning 1`,
    );
    expect(rows).toHaveLength(1);
    const { status, body } = await write({ upsert: [{ id: `c${Date.now()}` }] });
    expect([status, body.error]).toMatchObject([
      402,
      { code: 'plan_required', details: { capability: 'documents', required_plan: 'team', plan: 'developer' } },
    ]);
  });
  expect((await write({ patch: [{ id: 'a', state: { text: 'other' } }], delete: [{ id: 'b' }] })).status).toBe(200);
}, 60_000);
