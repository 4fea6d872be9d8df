import { BackfillReply, BackfillResult, DocumentView, JobList, JobView, JudgmentChange } from '@app/contracts';
import { HouseDoor, eventually, openLimitMs, sharedHouse } from '@app/testing/stack';
import { Story, boolJudgment } from './story/story';

let house: HouseDoor;
beforeAll(async () => {
  house = await sharedHouse();
}, openLimitMs);
afterAll(() => house?.leave());

const many = 30;
const manual = { freshness: { policy: 'manual' } };

async function stored(name: string): Promise<Story> {
  const story = new Story(house, name);
  const upsert = Array.from({ length: many }, (_, i) => ({ id: `b${i}`, state: { text: `${story.namespace} ${i}` } }));
  await story.write({ upsert });
  return story;
}

function ended(id: string): Promise<JobView> {
  return eventually(async () => {
    const { body } = await house.api<JobView>('GET', `/jobs/${id}`);
    expect(['done', 'failed']).toContain(body.status);
    return body;
  }, 30_000);
}

/** What of a judgment is how, over all documents. */
async function statuses(story: Story, judgment: string): Promise<Record<string, number>> {
  const { documents } = await story.query({ include: ['answers'], limit: 100 });
  const seen: Record<string, number> = {};
  for (const { answers } of documents) {
    const { status, version } = answers![judgment];
    const key = `${status} ${version ?? '-'}`;
    seen[key] = (seen[key] ?? 0) + 1;
  }
  return seen;
}

it('judges what is stored once its price is confirmed, for that price, and again what a version made stale [JDG-33] [JOB-05] [JOB-07]', async () => {
  const story = await stored('backfill/whole');
  await story.judgment(boolJudgment('late', manual));
  expect(await statuses(story, 'late')).toEqual({ 'unavailable -': many });
  const quote = await story.ok<BackfillReply>('POST', '/judgments/late/backfill', {});
  expect(quote).toMatchObject({
    status: 'confirmation_required',
    estimate: { documents: many, existing: { documents: many, judgment_units: many } },
  });
  expect(await house.engine.count(story.namespace)).toBe(0);
  const started = await story.call<BackfillReply>('POST', '/judgments/late/backfill', { confirm: quote.confirm });
  expect([started.status, started.body.status, started.body.estimate]).toEqual([201, 'started', quote.estimate]);
  const job = await ended(started.body.job!.id);
  expect(job).toMatchObject({ status: 'done', type: 'backfill', progress: { done: many, total: many } });
  const result = job.result as unknown as BackfillResult;
  expect(result).toMatchObject({ documents: many, answered: many, judgment_units: many, stopped_by: null });
  expect(result.cost_usd).toBeCloseTo(quote.estimate!.existing.cost_usd, 4);
  await eventually(async () => expect(await statuses(story, 'late')).toEqual({ 'fresh 1': many }));
  expect(await house.engine.count(story.namespace)).toBe(many);

  const second = await story.judgment(boolJudgment('late', { ...manual, question: 'Is it really late?' }));
  expect(second).toMatchObject({ status: 'version_created', version: 2 });
  expect(await statuses(story, 'late')).toEqual({ 'stale 1': many });
  const some = { only: 'stale', filter: { 'answers.late.p': { gte: 0 }, id: { prefix: 'b1' } } };
  const stale = await story.ok<BackfillReply>('POST', '/judgments/late/backfill', some);
  expect(stale.estimate?.existing.documents).toBe(11);
  const again = await story.ok<BackfillReply>('POST', '/judgments/late/backfill', { ...some, confirm: stale.confirm });
  await ended(again.job!.id);
  await eventually(async () => expect(await statuses(story, 'late')).toEqual({ 'fresh 2': 11, 'stale 1': many - 11 }));

  const jobs = await house.api<JobList>('GET', '/jobs?type=backfill&limit=100');
  expect(jobs.body.jobs.map(({ id }) => id)).toEqual(expect.arrayContaining([job.id, again.job!.id]));
  await eventually(async () => expect(await story.events('job.*')).toHaveLength(2));
}, 60_000);

it('a version that is activated with a backfill is confirmed first; only what it has not answered is priced [JDG-30]', async () => {
  const story = await stored('backfill/activate');
  await story.judgment(boolJudgment('late', manual));
  await story.judgment(boolJudgment('late', { ...manual, question: 'Very late?' }));
  await story.ok('POST', '/judgments/late/judge', { documents: ['b1', 'b2', 'b3'] });
  await story.ok('POST', '/judgments/late/activate', { version: 1 });
  const ask = (confirm?: string | null) =>
    story.ok<JudgmentChange>('POST', '/judgments/late/activate', {
      version: 2,
      backfill: true,
      ...(confirm && { confirm }),
    });
  const first = await ask();
  expect(first).toMatchObject({
    ...{ status: 'confirmation_required', judgment: null },
    estimate: { documents: many, existing: { documents: many - 3 } },
  });
  expect(await statuses(story, 'late')).toEqual({ 'unavailable -': many - 3, 'stale 2': 3 });
  const done = await ask(first.confirm);
  expect(done).toMatchObject({ status: 'updated', judgment: { active_version: 2 }, job: { type: 'backfill' } });
  expect(await ended(done.job!.id)).toMatchObject({ result: { documents: many - 3, answered: many - 3 } });
  await eventually(async () => expect(await statuses(story, 'late')).toEqual({ 'fresh 2': many }));
}, 60_000);

it('judges a version ahead that is not active: reads stay as they are, its activation brings its answers, and back [JDG-33] [JDG-04]', async () => {
  const story = await stored('backfill/ahead');
  await story.judgment(boolJudgment('late', manual));
  const judgeAll = async (body: object) => {
    const { confirm } = await story.ok<BackfillReply>('POST', '/judgments/late/backfill', body);
    const { job } = await story.ok<BackfillReply>('POST', '/judgments/late/backfill', { ...body, confirm });
    return ended(job!.id);
  };
  await judgeAll({});
  await eventually(async () => expect(await statuses(story, 'late')).toEqual({ 'fresh 1': many }));
  await story.judgment(boolJudgment('late', { ...manual, question: 'Is it late by now?', activate: false }));
  const inForce = await story.answer('b2', 'late');
  expect(await judgeAll({ version: 2 })).toMatchObject({ status: 'done', result: { answered: many, failed: 0 } });
  expect(await house.engine.count(story.namespace)).toBe(2 * many);
  expect(await statuses(story, 'late')).toEqual({ 'fresh 1': many });
  expect(await story.answer('b2', 'late')).toEqual(inForce);
  const history = () =>
    story.ok<{ answers: { version: number; id: string }[] }>('GET', '/documents/b2/answers/late/history');
  expect((await history()).answers.map(({ version }) => version)).toEqual([2, 1]);

  await story.upsert('b1', { text: `${story.namespace} changed` });
  const activate = (version: number) => story.ok<JudgmentChange>('POST', '/judgments/late/activate', { version });
  const { job } = await activate(2);
  expect(await ended(job!.id)).toMatchObject({ status: 'done', result: { answered: many - 1, cost_usd: 0 } });
  await eventually(async () => expect(await statuses(story, 'late')).toEqual({ 'fresh 2': many - 1, 'stale 1': 1 }));
  expect((await story.answer('b2', 'late')).id).toBe((await history()).answers[0].id);
  const back = await activate(1);
  await ended(back.job!.id);
  await eventually(async () => expect(await statuses(story, 'late')).toEqual({ 'fresh 1': many - 1, 'stale 1': 1 }));
  expect(await story.answer('b2', 'late')).toEqual(inForce);
  expect(await house.engine.count(story.namespace)).toBe(2 * many);
}, 60_000);

it('of a template covers its namespaces as one job [JDG-33]', async () => {
  const story = new Story(house, 'backfill/template');
  const tenants = ['t1', 't2', 't3'].map((tenant) => `${story.namespace}/${tenant}`);
  const at = (namespace: string) => `/namespaces/${encodeURIComponent(namespace)}`;
  for (const tenant of tenants) {
    const upsert = [1, 2].map((n) => ({ id: `x${n}`, state: { text: `${tenant} ${n}` } }));
    await house.api('POST', `${at(tenant)}/documents`, { upsert });
  }
  const template = at(`${story.namespace}/*`);
  const engine = { name: 'jev', version: 'current' };
  await house.api('POST', `${template}/judgments`, { engine, ...boolJudgment('late', manual) });
  const quote = await house.api<BackfillReply>('POST', `${template}/judgments/late/backfill`, {});
  expect(quote.body.estimate).toMatchObject({ documents: 6, existing: { documents: 6, judgment_units: 6 } });
  const { confirm } = quote.body;
  const started = await house.api<BackfillReply>('POST', `${template}/judgments/late/backfill`, { confirm });
  expect(await ended(started.body.job!.id)).toMatchObject({ status: 'done', result: { answered: 6, paused: [] } });
  expect(await house.engine.count(story.namespace)).toBe(6);

  // Ahead too: a version of the template, in each of its namespaces.
  const second = boolJudgment('late', { ...manual, question: 'Is it too late?', activate: false });
  await house.api('POST', `${template}/judgments`, { engine, ...second });
  const post = async (body: object) =>
    (await house.api<BackfillReply>('POST', `${template}/judgments/late/backfill`, body)).body;
  const ahead = await post({ version: 2 });
  expect(ahead.estimate).toMatchObject({ existing: { documents: 6, judgment_units: 6 } });
  const { job } = await post({ version: 2, confirm: ahead.confirm });
  expect(await ended(job!.id)).toMatchObject({ status: 'done', result: { answered: 6 } });
  const activated = await house.api<JudgmentChange>('POST', `${template}/judgments/late/activate`, { version: 2 });
  expect(await ended(activated.body.job!.id)).toMatchObject({ result: { documents: 6, answered: 6, cost_usd: 0 } });
  await eventually(async () => {
    for (const tenant of tenants) {
      const { body } = await house.api<DocumentView>('GET', `${at(tenant)}/documents/x1?fresh=stored`);
      expect(body.answers!.late).toMatchObject({ status: 'fresh', version: 2 });
    }
  });
  expect(await house.engine.count(story.namespace)).toBe(12);
}, 60_000);

it('a PATCH to on_change tells its cost and changes nothing until that is confirmed', async () => {
  const story = await stored('backfill/patch');
  await story.judgment(boolJudgment('late', manual));
  const freshness = { policy: 'on_change', debounce_ms: 0 };
  const first = await story.ok<JudgmentChange>('PATCH', '/judgments/late', { freshness });
  expect(first).toMatchObject({
    status: 'confirmation_required',
    estimate: { documents: many, changes_per_day: many },
  });
  await story.upsert('b0', { text: 'not judged by itself' });
  expect(await story.answer('b0', 'late')).toMatchObject({ status: 'unavailable' });
  const done = await story.ok<JudgmentChange>('PATCH', '/judgments/late', { freshness, confirm: first.confirm });
  expect(done).toMatchObject({ status: 'updated', judgment: { freshness } });
  await story.upsert('b0', { text: `${story.namespace} judged by itself` });
  await story.fresh('b0', 'late');
});
