import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import type { CalibrationReport, OutcomeList, OutcomesPosted, QueueView } from '@app/contracts/calibration';
import { Scenario, boolJudgment } from './scenario/scenario';
import { signInOwner } from './scenario/signed-in';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const labels = async (scenario: Scenario, query = '') =>
  (await scenario.ok<CalibrationReport>('GET', `/judgments/late/calibration${query}`)).labels;
const outcomesOf = async (scenario: Scenario) =>
  (await scenario.ok<OutcomeList>('GET', '/judgments/late/outcomes')).outcomes.map((one) => [
    ...[one.document, one.value, one.source, one.answer],
  ]);

it('a write tells an outcome by rule; an answer that nothing follows tells no; a post takes its place [OUT-02] [OUT-06] [OUT-09]', async () => {
  const scenario = new Scenario(stack, 'outcomes/sources');
  const rule = [{ value: true, when: { 'attributes.churned': true } }];
  // A window of a day stays open for all of this test, one of a millisecond closes at once.
  await scenario.judgment({ ...boolJudgment('late'), outcomes: { rule, implicit: { after: '1d' } } });
  await scenario.write({ upsert: ['a', 'b'].map((id) => ({ id, state: { text: `note of ${id}` } })) });
  const [a, b] = [await scenario.fresh('a', 'late'), await scenario.fresh('b', 'late')];
  await scenario.write({ patch: [{ id: 'a', attributes: { churned: true } }] });
  await eventually(async () => expect(await outcomesOf(scenario)).toEqual([['a', true, 'rule', a.id]]));
  await scenario.ok('PATCH', '/judgments/late', { outcomes: { implicit: { after: '1ms' } } });
  await eventually(async () => {
    expect(await outcomesOf(scenario)).toEqual([
      ['b', false, 'implicit', b.id],
      ['a', true, 'rule', a.id],
    ]);
  });
  expect((await labels(scenario)).by_source).toEqual({ posted: 0, queue: 0, rule: 1, implicit: 1 });
  const posted = { outcomes: [{ document: 'b', value: true, answer: b.id }] };
  expect(await scenario.ok('POST', '/judgments/late/outcomes', posted)).toMatchObject({ recorded: 1, matched: 1 });
  // Left out by the filter it still is the answer's outcome: there is no implicit one in its place.
  expect((await labels(scenario, '?sources=implicit')).count).toBe(0);
  expect((await labels(scenario)).by_source).toEqual({ posted: 1, queue: 0, rule: 1, implicit: 0 });
}, 60_000);

it('draws a queue whose outcomes are marked, recommends when labels suffice, and shows a page [OUT-02] [CAL-02] [CAL-04]', async () => {
  const scenario = new Scenario(stack, 'outcomes/queue');
  await scenario.judgment({ ...boolJudgment('late'), thresholds: { alarm: 0.4 } });
  const ids = Array.from({ length: 40 }, (_, i) => `d${i}`);
  await scenario.write({ upsert: ids.map((id) => ({ id, state: { text: `order ${id} waits` } })) });
  await eventually(
    async () =>
      expect((await scenario.query({ filter: { 'answers.late.status': 'fresh' }, count: true })).count).toBe(40),
    30_000,
  );
  const advice = '/judgments/late/thresholds/recommendation?on=p&target=recall&at_least=0.5';
  const early = await scenario.call<{ error: { code: string; details: object } }>('GET', advice);
  expect(early).toMatchObject({
    status: 422,
    body: { error: { code: 'insufficient_labels', details: { labels_needed: 30 } } },
  });
  const queue = await scenario.ok<QueueView>('GET', '/judgments/late/queue?limit=40');
  expect(queue.items).toHaveLength(40);
  expect((await scenario.ok<QueueView>('GET', '/judgments/late/queue?limit=40')).items).toEqual(queue.items);
  const outcomes = queue.items.map(({ document, answer }, i) => ({ document, answer, value: i % 2 === 0 }));
  expect(await scenario.ok<OutcomesPosted>('POST', '/judgments/late/outcomes', { outcomes })).toMatchObject({
    matched: 40,
  });
  expect((await labels(scenario)).by_source).toMatchObject({ queue: 40, posted: 0 });
  expect((await scenario.ok<QueueView>('GET', '/judgments/late/queue')).items).toEqual([]);
  const found = await scenario.ok('GET', advice);
  expect(found).toMatchObject({ n: 40, target: 'recall', version: 1 });
  expect((await scenario.call('GET', advice.replace('0.5', '1'))).status).toBe(400);
  expect(await scenario.ok('GET', '/judgments/late')).toMatchObject({ thresholds: { alarm: 0.4 }, active_version: 1 });
  const page = await scenario.call('GET', '/judgments/late/calibration', undefined, {
    headers: { accept: 'text/html' },
  });
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  // It shares its origin with the dashboard.
  expect(page.headers['content-security-policy']).not.toMatch(/unsafe|script-src [^;]*(https?:|\*)/);
  expect(page.headers['x-content-type-options']).toBe('nosniff');
  expect(page.text).toMatch(/^<!doctype html>[\s\S]*Calibration of late[\s\S]*<svg/);
  const alternatives = await scenario.call('GET', '/judgments/late/alternatives', undefined, {
    headers: { accept: 'text/html' },
  });
  expect(alternatives).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(alternatives.headers['content-security-policy']).toContain("default-src 'none'");
  expect(alternatives.text).toMatch(/^<!doctype html>[\s\S]*Alternatives to late/);
  expect(await scenario.ok('GET', '/judgments/late/alternatives')).toMatchObject({ version: 1, plan_required: null });
}, 60_000);

it('two people who signed in label beside each other, and a second opinion is asked for without the first [OUT-09] [CAL-10]', async () => {
  const scenario = new Scenario(stack, 'outcomes/people');
  await scenario.judgment({ ...boolJudgment('late'), queue: { second_label_share: 1 } });
  const ids = Array.from({ length: 24 }, (_, i) => `d${i}`);
  await scenario.write({ upsert: ids.map((id) => ({ id, state: { text: `order ${id} waits` } })) });
  await eventually(
    async () =>
      expect((await scenario.query({ filter: { 'answers.late.status': 'fresh' }, count: true })).count).toBe(24),
    30_000,
  );
  const name = Date.now().toString(36);
  const [ann, bob] = [
    await signInOwner(stack, `ann-${name}@acme.example`),
    await signInOwner(stack, `bob-${name}@acme.example`),
  ];
  const queueOf = async (who: object) =>
    (await scenario.ok<QueueView>('GET', '/judgments/late/queue?limit=24', undefined, who)).items;
  const say = (who: object, items: QueueView['items'], valueOf: (at: number) => boolean) =>
    scenario.ok<OutcomesPosted>(
      'POST',
      '/judgments/late/outcomes',
      { outcomes: items.map(({ document, answer }, at) => ({ document, answer, value: valueOf(at) })) },
      who,
    );
  const items = await queueOf(ann);
  // Her items are held for Ann until she has labelled them.
  expect([items.length, await queueOf(bob)]).toEqual([24, []]);
  await say(ann, items, (at) => at % 2 === 0);
  const again = await queueOf(bob);
  expect([again.length, again.every(({ second_opinion }) => second_opinion)]).toEqual([24, true]);
  expect(await say(bob, items, (at) => at % 2 === 0 && at > 3)).toMatchObject({ recorded: 24, replaced: 0 });
  const { outcomes } = await scenario.ok<OutcomeList>('GET', '/judgments/late/outcomes');
  expect(outcomes.map(({ author }) => author?.type)).toEqual(new Array(48).fill('user'));
  expect(new Set(outcomes.map(({ author }) => author?.id)).size).toBe(2);
  const report = await scenario.ok<CalibrationReport>('GET', '/judgments/late/calibration');
  expect(report).toMatchObject({ labels: { count: 24 }, excluded: { superseded: 24 } });
  // Two of 24 answers differ: what Bob said later counts.
  expect(report.base_rate).toBeCloseTo(10 / 24, 12);
  expect(report.agreement).toMatchObject({
    answers: 24,
    authors: 2,
    alpha: expect.closeTo(1 - (47 * 4) / (48 ** 2 - 22 ** 2 - 26 ** 2), 9),
  });
}, 60_000);
