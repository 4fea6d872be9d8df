import { UsageReport } from '@app/contracts/billing';
import { AnswerView, NamespaceView } from '@app/contracts/documents';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const budget = (usd: number) => ({ budget: { compute_usd_per_month: usd, on_exceeded: 'pause' } });
const settings = (scenario: Scenario) => scenario.ok<NamespaceView>('GET', '');
const set = (scenario: Scenario, body: object) => scenario.ok<NamespaceView>('PATCH', '', body);

/** What the namespace spent, once so many judgments are charged. */
async function spent(scenario: Scenario, judgments: number): Promise<number> {
  return eventually(async () => {
    const prefix = encodeURIComponent(scenario.namespace);
    const { body } = await stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
    expect(body.judgment_units).toBe(judgments);
    return body.cost_usd;
  });
}

const kinds = async (scenario: Scenario): Promise<string[]> =>
  (await scenario.events('namespace.*')).map(({ type }) => type);

it('takes an amount of at least 0 with `pause`, and null; refuses the rest and changes nothing then [BUD-01] [BUD-09]', async () => {
  const scenario = new Scenario(stack, 'budgets/form');
  await scenario.upsert('a', { text: 'x' });
  expect((await settings(scenario)).budget).toBeNull();
  expect((await set(scenario, budget(12.5))).budget).toEqual({ compute_usd_per_month: 12.5, on_exceeded: 'pause' });
  const wrong = [
    { compute_usd_per_month: 1, on_exceeded: 'stop' },
    { compute_usd_per_month: '1', on_exceeded: 'pause' },
    { compute_usd_per_month: -1, on_exceeded: 'pause' },
    { compute_usd_per_month: null, on_exceeded: 'pause' },
    { on_exceeded: 'pause' },
    { compute_usd_per_month: 1, on_exceeded: 'pause', more: 1 },
    7,
  ];
  for (const one of wrong) {
    const reply = await scenario.call<{ error: { code: string } }>('PATCH', '', { budget: one, pinned: true });
    expect([one, reply.status, reply.body.error.code]).toEqual([one, 400, 'invalid_request']);
  }
  expect(await settings(scenario)).toMatchObject({ budget: { compute_usd_per_month: 12.5 }, pinned: false });
  expect(await set(scenario, budget(0))).toMatchObject({ budget_paused: true });
  expect(await set(scenario, { budget: null })).toMatchObject({ budget: null, budget_paused: false });
});

it('shows what a pause does to each document, and judges what waits once the budget is raised [BUD-03] [BUD-04] [BUD-05] [BUD-06] [BUD-08] [BUD-09] [ANS-07]', async () => {
  const scenario = new Scenario(stack, 'budgets/pause');
  await scenario.judgment(boolJudgment('late'));
  const text = (id: string, n: number) => `${scenario.namespace} ${id} number ${n}`;
  for (const id of ['changed', 'still']) await scenario.upsert(id, { text: text(id, 1) });
  const [before, still] = [await scenario.fresh('changed', 'late'), await scenario.fresh('still', 'late')];
  const spentUsd = await spent(scenario, 2);
  // Lowered to what is spent: it pauses in that same reply.
  expect(await set(scenario, budget(spentUsd))).toMatchObject({ budget_paused: true });
  await scenario.upsert('changed', { text: text('changed', 2) });
  await scenario.upsert('new', { text: text('new', 1) });
  await eventually(async () => {
    expect(await scenario.answer('changed', 'late')).toMatchObject({
      status: 'stale',
      stale_reason: 'judging_paused',
      id: before.id,
      p: before.p,
      document_version: before.document_version,
    });
    expect(await scenario.answer('new', 'late')).toMatchObject({
      status: 'unavailable',
      unavailable_reason: 'judging_paused',
      p: null,
      id: null,
    });
  });
  expect(await scenario.answer('still', 'late')).toEqual(still);
  expect((await scenario.query({ filter: { 'answers.late.stale_reason': 'judging_paused' } })).documents).toMatchObject(
    [{ id: 'changed' }],
  );
  expect(await stack.engine.count(text('changed', 2))).toBe(0);
  const raised = await set(scenario, budget(spentUsd + 1));
  expect(raised).toMatchObject({ budget_paused: false, budget: { compute_usd_per_month: spentUsd + 1 } });
  const fresh: AnswerView[] = [];
  for (const id of ['changed', 'new']) fresh.push(await scenario.fresh(id, 'late'));
  expect(fresh[0].id).not.toBe(before.id);
  expect(await stack.engine.count(scenario.namespace)).toBe(4);
  expect(await kinds(scenario)).toEqual(['namespace.budget_paused', 'namespace.budget_resumed']);
}, 60_000);

it('answers 402 to what must judge to succeed, and goes on silently elsewhere [BUD-10] [defect J-4]', async () => {
  const scenario = new Scenario(stack, 'budgets/required');
  await scenario.judgment(boolJudgment('late', { freshness: { policy: 'on_read' } }));
  await scenario.upsert('a', { text: `${scenario.namespace} first` });
  expect(await set(scenario, budget(0))).toMatchObject({ budget_paused: true });
  const definition = { name: 'trial', type: 'bool', question: 'Is it so?', context: { fields: ['state.text'] } };
  const refused = [
    await scenario.call('GET', '/documents/a?fresh=require'),
    await scenario.call('POST', '/documents/get', { ids: ['a'], fresh: 'require' }),
    await scenario.call('POST', '/judgments/late/judge', { documents: ['a'] }),
    await scenario.call('POST', '/judgments/try', { definition, documents: ['a'] }),
  ];
  for (const { status, body } of refused) {
    expect([status, body]).toMatchObject([402, { error: { code: 'budget_exceeded' } }]);
  }
  expect((await scenario.read('a')).answers?.['late']).toMatchObject({ status: 'unavailable' });
  expect((await scenario.query({ filter: {} })).documents).toHaveLength(1);
  expect(await stack.engine.count(scenario.namespace)).toBe(0);
  // What was refused is not pending after the pause: nothing is queued for it.
  const unread = new Scenario(stack, 'budgets/unread');
  await unread.judgment(boolJudgment('late', { freshness: { policy: 'on_read' } }));
  await unread.upsert('a', { text: `${unread.namespace} first` });
  await set(unread, budget(0));
  expect((await unread.call('GET', '/documents/a?fresh=require')).status).toBe(402);
  await set(unread, { budget: null });
  await eventually(async () => {
    const expected = { status: 'unavailable', unavailable_reason: 'never_judged' };
    expect(await unread.answer('a', 'late')).toMatchObject(expected);
  });
  // `on_read` judges at the next read after the pause, not before.
  expect(await set(scenario, { budget: null })).toMatchObject({ budget_paused: false });
  const read = await eventually(async () => {
    const answer = await scenario.answer('a', 'late', '');
    expect(answer.status).toBe('fresh');
    return answer;
  });
  expect(read.p).not.toBeNull();
  expect(await stack.engine.count(scenario.namespace)).toBe(1);
}, 60_000);
