import { AnswerView, NamespaceView, UsageReport } from '@app/contracts';
import { HouseDoor, eventually, openLimitMs, sharedHouse } from '@app/testing/stack';
import { Story, boolJudgment } from './story/story';

let house: HouseDoor;
beforeAll(async () => {
  house = await sharedHouse();
}, openLimitMs);
afterAll(() => house?.leave());

const budget = (usd: number) => ({ budget: { compute_usd_per_month: usd, on_exceeded: 'pause' } });
const settings = (story: Story) => story.ok<NamespaceView>('GET', '');
const set = (story: Story, body: object) => story.ok<NamespaceView>('PATCH', '', body);

/** What the namespace spent, once so many judgments are charged. */
async function spent(story: Story, judgments: number): Promise<number> {
  return eventually(async () => {
    const prefix = encodeURIComponent(story.namespace);
    const { body } = await house.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
    expect(body.judgment_units).toBe(judgments);
    return body.cost_usd;
  });
}

const kinds = async (story: Story): Promise<string[]> => (await story.events('namespace.*')).map(({ type }) => type);

it('takes an amount of at least 0 with `pause`, and null; refuses the rest and changes nothing then [BUD-01] [BUD-09]', async () => {
  const story = new Story(house, 'budgets/form');
  await story.upsert('a', { text: 'x' });
  expect((await settings(story)).budget).toBeNull();
  expect((await set(story, budget(12.5))).budget).toEqual({ compute_usd_per_month: 12.5, on_exceeded: 'pause' });
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
    const reply = await story.call<{ error: { code: string } }>('PATCH', '', { budget: one, pinned: true });
    expect([one, reply.status, reply.body.error.code]).toEqual([one, 400, 'invalid_request']);
  }
  expect(await settings(story)).toMatchObject({ budget: { compute_usd_per_month: 12.5 }, pinned: false });
  expect(await set(story, budget(0))).toMatchObject({ budget_paused: true });
  expect(await set(story, { budget: null })).toMatchObject({ budget: null, budget_paused: false });
});

it('shows what a pause does to each document, and judges what waits once the budget is raised [BUD-03] [BUD-04] [BUD-05] [BUD-06] [BUD-08] [BUD-09] [ANS-07]', async () => {
  const story = new Story(house, 'budgets/pause');
  await story.judgment(boolJudgment('late'));
  const text = (id: string, n: number) => `${story.namespace} ${id} number ${n}`;
  for (const id of ['changed', 'still']) await story.upsert(id, { text: text(id, 1) });
  const [before, still] = [await story.fresh('changed', 'late'), await story.fresh('still', 'late')];
  const spentUsd = await spent(story, 2);
  // Lowered to what is spent: it pauses in that same reply.
  expect(await set(story, budget(spentUsd))).toMatchObject({ budget_paused: true });
  await story.upsert('changed', { text: text('changed', 2) });
  await story.upsert('new', { text: text('new', 1) });
  await eventually(async () => {
    expect(await story.answer('changed', 'late')).toMatchObject({
      ...{ status: 'stale', stale_reason: 'judging_paused', id: before.id, p: before.p },
      document_version: before.document_version,
    });
    expect(await story.answer('new', 'late')).toMatchObject({
      ...{ status: 'unavailable', unavailable_reason: 'judging_paused', p: null, id: null },
    });
  });
  expect(await story.answer('still', 'late')).toEqual(still);
  expect((await story.query({ filter: { 'answers.late.stale_reason': 'judging_paused' } })).documents).toMatchObject([
    { id: 'changed' },
  ]);
  expect(await house.engine.count(text('changed', 2))).toBe(0);
  const raised = await set(story, budget(spentUsd + 1));
  expect(raised).toMatchObject({ budget_paused: false, budget: { compute_usd_per_month: spentUsd + 1 } });
  const fresh: AnswerView[] = [];
  for (const id of ['changed', 'new']) fresh.push(await story.fresh(id, 'late'));
  expect(fresh[0].id).not.toBe(before.id);
  expect(await house.engine.count(story.namespace)).toBe(4);
  expect(await kinds(story)).toEqual(['namespace.budget_paused', 'namespace.budget_resumed']);
}, 60_000);

it('answers 402 to what must judge to succeed, and goes on silently elsewhere [BUD-10]', async () => {
  const story = new Story(house, 'budgets/required');
  await story.judgment(boolJudgment('late', { freshness: { policy: 'on_read' } }));
  await story.upsert('a', { text: `${story.namespace} first` });
  expect(await set(story, budget(0))).toMatchObject({ budget_paused: true });
  const definition = { name: 'trial', type: 'bool', question: 'Is it so?', context: { fields: ['state.text'] } };
  const refused = [
    await story.call('GET', '/documents/a?fresh=require'),
    await story.call('POST', '/documents/get', { ids: ['a'], fresh: 'require' }),
    await story.call('POST', '/judgments/late/judge', { documents: ['a'] }),
    await story.call('POST', '/judgments/try', { definition, documents: ['a'] }),
  ];
  for (const { status, body } of refused) {
    expect([status, body]).toMatchObject([402, { error: { code: 'budget_exceeded' } }]);
  }
  expect((await story.read('a')).answers?.['late']).toMatchObject({ status: 'unavailable' });
  expect((await story.query({ filter: {} })).documents).toHaveLength(1);
  expect(await house.engine.count(story.namespace)).toBe(0);
  // `on_read` judges at the next read after the pause, not before.
  expect(await set(story, { budget: null })).toMatchObject({ budget_paused: false });
  const read = await eventually(async () => {
    const answer = await story.answer('a', 'late', '');
    expect(answer.status).toBe('fresh');
    return answer;
  });
  expect(read.p).not.toBeNull();
  expect(await house.engine.count(story.namespace)).toBe(1);
}, 60_000);
