import { HouseDoor, eventually, openLimitMs, sharedHouse } from '@app/testing/stack';
import type { CalibrationReport, OutcomeList, OutcomesPosted, QueueView } from '@app/contracts';
import { Story, boolJudgment } from './story/story';

let house: HouseDoor;
beforeAll(async () => {
  house = await sharedHouse();
}, openLimitMs);
afterAll(() => house?.leave());

const labels = async (story: Story, query = '') =>
  (await story.ok<CalibrationReport>('GET', `/judgments/late/calibration${query}`)).labels;
const outcomesOf = async (story: Story) =>
  (await story.ok<OutcomeList>('GET', '/judgments/late/outcomes')).outcomes.map((one) => [
    ...[one.document, one.value, one.source, one.answer],
  ]);

it('a write tells an outcome by rule; an answer that nothing follows tells no; a post takes its place [OUT-02] [OUT-06] [OUT-09]', async () => {
  const story = new Story(house, 'outcomes/sources');
  const rule = [{ value: true, when: { 'attributes.churned': true } }];
  // A window of a day stays open for all of this test, one of a millisecond closes at once.
  await story.judgment({ ...boolJudgment('late'), outcomes: { rule, implicit: { after: '1d' } } });
  await story.write({ upsert: ['a', 'b'].map((id) => ({ id, state: { text: `note of ${id}` } })) });
  const [a, b] = [await story.fresh('a', 'late'), await story.fresh('b', 'late')];
  await story.write({ patch: [{ id: 'a', attributes: { churned: true } }] });
  await eventually(async () => expect(await outcomesOf(story)).toEqual([['a', true, 'rule', a.id]]));
  await story.ok('PATCH', '/judgments/late', { outcomes: { implicit: { after: '1ms' } } });
  await eventually(async () => {
    expect(await outcomesOf(story)).toEqual([
      ['b', false, 'implicit', b.id],
      ['a', true, 'rule', a.id],
    ]);
  });
  expect((await labels(story)).by_source).toEqual({ posted: 0, queue: 0, rule: 1, implicit: 1 });
  const posted = { outcomes: [{ document: 'b', value: true, answer: b.id }] };
  expect(await story.ok('POST', '/judgments/late/outcomes', posted)).toMatchObject({ recorded: 1, matched: 1 });
  // Left out by the filter it still is the answer's outcome: there is no implicit one in its place.
  expect((await labels(story, '?sources=implicit')).count).toBe(0);
  expect((await labels(story)).by_source).toEqual({ posted: 1, queue: 0, rule: 1, implicit: 0 });
}, 60_000);

it('draws a queue whose outcomes are marked, recommends when labels suffice, and shows a page [OUT-02] [CAL-02] [CAL-04]', async () => {
  const story = new Story(house, 'outcomes/queue');
  await story.judgment({ ...boolJudgment('late'), thresholds: { alarm: 0.4 } });
  const ids = Array.from({ length: 40 }, (_, i) => `d${i}`);
  await story.write({ upsert: ids.map((id) => ({ id, state: { text: `order ${id} waits` } })) });
  await eventually(
    async () => expect((await story.query({ filter: { 'answers.late.status': 'fresh' }, count: true })).count).toBe(40),
    30_000,
  );
  const advice = '/judgments/late/thresholds/recommendation?on=p&target=recall&at_least=0.5';
  const early = await story.call<{ error: { code: string; details: object } }>('GET', advice);
  expect(early).toMatchObject({
    status: 422,
    body: { error: { code: 'insufficient_labels', details: { labels_needed: 30 } } },
  });
  const queue = await story.ok<QueueView>('GET', '/judgments/late/queue?limit=40');
  expect(queue.items).toHaveLength(40);
  expect((await story.ok<QueueView>('GET', '/judgments/late/queue?limit=40')).items).toEqual(queue.items);
  const outcomes = queue.items.map(({ document, answer }, i) => ({ document, answer, value: i % 2 === 0 }));
  expect(await story.ok<OutcomesPosted>('POST', '/judgments/late/outcomes', { outcomes })).toMatchObject({
    matched: 40,
  });
  expect((await labels(story)).by_source).toMatchObject({ queue: 40, posted: 0 });
  expect((await story.ok<QueueView>('GET', '/judgments/late/queue')).items).toEqual([]);
  const found = await story.ok('GET', advice);
  expect(found).toMatchObject({ n: 40, target: 'recall', version: 1 });
  expect((await story.call('GET', advice.replace('0.5', '1'))).status).toBe(400);
  expect(await story.ok('GET', '/judgments/late')).toMatchObject({ thresholds: { alarm: 0.4 }, active_version: 1 });
  const page = await story.call('GET', '/judgments/late/calibration', undefined, { headers: { accept: 'text/html' } });
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.text).toMatch(/^<!doctype html>[\s\S]*Calibration of late[\s\S]*<svg/);
}, 60_000);
