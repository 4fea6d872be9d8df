import { DocumentView } from '@app/contracts/documents';
import { JobList, JobView } from '@app/contracts/jobs';
import { BackfillReply, BackfillResult, JudgmentChange } from '@app/contracts/judgments';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const many = 30;
const manual = { freshness: { policy: 'manual' } };

async function stored(name: string): Promise<Scenario> {
  const scenario = new Scenario(stack, name);
  const upsert = Array.from({ length: many }, (_, i) => ({
    id: `b${i}`,
    state: { text: `${scenario.namespace} ${i}` },
  }));
  await scenario.write({ upsert });
  return scenario;
}

function ended(id: string): Promise<JobView> {
  return eventually(async () => {
    const { body } = await stack.api<JobView>('GET', `/jobs/${id}`);
    expect(['done', 'failed']).toContain(body.status);
    return body;
  }, 30_000);
}

/** What of a judgment is how, over all documents. */
async function statuses(scenario: Scenario, judgment: string): Promise<Record<string, number>> {
  const { documents } = await scenario.query({ include: ['answers'], limit: 100 });
  const seen: Record<string, number> = {};
  for (const { answers } of documents) {
    const { status, version } = answers![judgment];
    const key = `${status} ${version ?? '-'}`;
    seen[key] = (seen[key] ?? 0) + 1;
  }
  return seen;
}

it('judges what is stored once its price is confirmed, for that price, and again what a version made stale [JDG-33] [JOB-05] [JOB-07]', async () => {
  const scenario = await stored('backfill/whole');
  await scenario.judgment(boolJudgment('late', manual));
  expect(await statuses(scenario, 'late')).toEqual({ 'unavailable -': many });
  const quote = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', {});
  expect(quote).toMatchObject({
    status: 'confirmation_required',
    estimate: { documents: many, existing: { documents: many, judgment_units: many } },
  });
  expect(await stack.engine.count(scenario.namespace)).toBe(0);
  const started = await scenario.call<BackfillReply>('POST', '/judgments/late/backfill', { confirm: quote.confirm });
  expect([started.status, started.body.status, started.body.estimate]).toEqual([201, 'started', quote.estimate]);
  const job = await ended(started.body.job!.id);
  expect(job).toMatchObject({ status: 'done', type: 'backfill', progress: { done: many, total: many } });
  const result = job.result as unknown as BackfillResult;
  expect(result).toMatchObject({ documents: many, answered: many, judgment_units: many, stopped_by: null });
  expect(result.cost_usd).toBeCloseTo(quote.estimate!.existing.cost_usd, 4);
  await eventually(async () => expect(await statuses(scenario, 'late')).toEqual({ 'fresh 1': many }));
  expect(await stack.engine.count(scenario.namespace)).toBe(many);

  const second = await scenario.judgment(boolJudgment('late', { ...manual, question: 'Is it really late?' }));
  expect(second).toMatchObject({ status: 'version_created', version: 2 });
  expect(await statuses(scenario, 'late')).toEqual({ 'stale 1': many });
  const some = { only: 'stale', filter: { 'answers.late.p': { gte: 0 }, id: { prefix: 'b1' } } };
  const stale = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', some);
  expect(stale.estimate?.existing.documents).toBe(11);
  const again = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', {
    ...some,
    confirm: stale.confirm,
  });
  await ended(again.job!.id);
  await eventually(async () =>
    expect(await statuses(scenario, 'late')).toEqual({ 'fresh 2': 11, 'stale 1': many - 11 }),
  );

  const jobs = await stack.api<JobList>('GET', '/jobs?type=backfill&limit=100');
  expect(jobs.body.jobs.map(({ id }) => id)).toEqual(expect.arrayContaining([job.id, again.job!.id]));
  await eventually(async () => expect(await scenario.events('job.*')).toHaveLength(2));
}, 60_000);

it('a version that is activated with a backfill is confirmed first; only what it has not answered is priced [JDG-30]', async () => {
  const scenario = await stored('backfill/activate');
  await scenario.judgment(boolJudgment('late', manual));
  await scenario.judgment(boolJudgment('late', { ...manual, question: 'Very late?' }));
  await scenario.ok('POST', '/judgments/late/judge', { documents: ['b1', 'b2', 'b3'] });
  await scenario.ok('POST', '/judgments/late/activate', { version: 1 });
  const ask = (confirm?: string | null) =>
    scenario.ok<JudgmentChange>('POST', '/judgments/late/activate', {
      version: 2,
      backfill: true,
      ...(confirm && { confirm }),
    });
  const first = await ask();
  expect(first).toMatchObject({
    status: 'confirmation_required',
    judgment: null,
    estimate: { documents: many, existing: { documents: many - 3 } },
  });
  expect(await statuses(scenario, 'late')).toEqual({ 'unavailable -': many - 3, 'stale 2': 3 });
  const done = await ask(first.confirm);
  expect(done).toMatchObject({ status: 'updated', judgment: { active_version: 2 }, job: { type: 'backfill' } });
  expect(await ended(done.job!.id)).toMatchObject({ result: { documents: many - 3, answered: many - 3 } });
  await eventually(async () => expect(await statuses(scenario, 'late')).toEqual({ 'fresh 2': many }));
}, 60_000);

it('judges a version ahead that is not active: reads stay as they are, its activation brings its answers, and back [JDG-33] [JDG-04]', async () => {
  const scenario = await stored('backfill/ahead');
  await scenario.judgment(boolJudgment('late', manual));
  const judgeAll = async (body: object) => {
    const { confirm } = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', body);
    const { job } = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', { ...body, confirm });
    return ended(job!.id);
  };
  await judgeAll({});
  await eventually(async () => expect(await statuses(scenario, 'late')).toEqual({ 'fresh 1': many }));
  await scenario.judgment(boolJudgment('late', { ...manual, question: 'Is it late by now?', activate: false }));
  const inForce = await scenario.answer('b2', 'late');
  expect(await judgeAll({ version: 2 })).toMatchObject({ status: 'done', result: { answered: many, failed: 0 } });
  expect(await stack.engine.count(scenario.namespace)).toBe(2 * many);
  expect(await statuses(scenario, 'late')).toEqual({ 'fresh 1': many });
  expect(await scenario.answer('b2', 'late')).toEqual(inForce);
  const history = () =>
    scenario.ok<{ answers: { version: number; id: string }[] }>('GET', '/documents/b2/answers/late/history');
  expect((await history()).answers.map(({ version }) => version)).toEqual([2, 1]);

  await scenario.upsert('b1', { text: `${scenario.namespace} changed` });
  const activate = (version: number) => scenario.ok<JudgmentChange>('POST', '/judgments/late/activate', { version });
  const { job } = await activate(2);
  expect(await ended(job!.id)).toMatchObject({ status: 'done', result: { answered: many - 1, cost_usd: 0 } });
  await eventually(async () => expect(await statuses(scenario, 'late')).toEqual({ 'fresh 2': many - 1, 'stale 1': 1 }));
  expect((await scenario.answer('b2', 'late')).id).toBe((await history()).answers[0].id);
  const back = await activate(1);
  await ended(back.job!.id);
  await eventually(async () => expect(await statuses(scenario, 'late')).toEqual({ 'fresh 1': many - 1, 'stale 1': 1 }));
  expect(await scenario.answer('b2', 'late')).toEqual(inForce);
  expect(await stack.engine.count(scenario.namespace)).toBe(2 * many);
}, 60_000);

it('that stops at its cap or is cancelled leaves no document pending, and counts none as such [defect J-4]', async () => {
  const scenario = await stored('backfill/stopped');
  await scenario.judgment(boolJudgment('late', manual));
  const quote = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', {});
  const max_usd = (quote.estimate!.existing.cost_usd * 10.5) / many;
  const { confirm } = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', { max_usd });
  const { job } = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', { max_usd, confirm });
  const { result } = await ended(job!.id);
  expect(result).toMatchObject({ stopped_by: 'max_usd' });
  const { answered } = result as unknown as BackfillResult;
  expect(answered).toBeLessThan(many);
  await eventually(async () =>
    expect(await statuses(scenario, 'late')).toEqual({ 'fresh 1': answered, 'unavailable -': many - answered }),
  );
  expect((await scenario.query({ filter: { 'answers.late.status': 'pending' } })).documents).toEqual([]);
  expect(
    (await scenario.query({ filter: { 'answers.late.status': 'unavailable' }, limit: 100 })).documents,
  ).toHaveLength(many - answered);

  const rest = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', {});
  const second = await scenario.ok<BackfillReply>('POST', '/judgments/late/backfill', { confirm: rest.confirm });
  await stack.api('POST', `/jobs/${second.job!.id}/cancel`);
  await ended(second.job!.id);
  await eventually(async () => {
    const seen = await statuses(scenario, 'late');
    expect(Object.keys(seen).filter((key) => key.startsWith('pending'))).toEqual([]);
  });
}, 60_000);

it('of a template covers its namespaces as one job [JDG-33]', async () => {
  const scenario = new Scenario(stack, 'backfill/template');
  const tenants = ['t1', 't2', 't3'].map((tenant) => `${scenario.namespace}/${tenant}`);
  const at = (namespace: string) => `/namespaces/${encodeURIComponent(namespace)}`;
  for (const tenant of tenants) {
    const upsert = [1, 2].map((n) => ({ id: `x${n}`, state: { text: `${tenant} ${n}` } }));
    await stack.api('POST', `${at(tenant)}/documents`, { upsert });
  }
  const template = at(`${scenario.namespace}/*`);
  const engine = { name: 'jev', version: 'current' };
  await stack.api('POST', `${template}/judgments`, { engine, ...boolJudgment('late', manual) });
  const quote = await stack.api<BackfillReply>('POST', `${template}/judgments/late/backfill`, {});
  expect(quote.body.estimate).toMatchObject({ documents: 6, existing: { documents: 6, judgment_units: 6 } });
  const { confirm } = quote.body;
  const started = await stack.api<BackfillReply>('POST', `${template}/judgments/late/backfill`, { confirm });
  expect(await ended(started.body.job!.id)).toMatchObject({ status: 'done', result: { answered: 6, paused: [] } });
  expect(await stack.engine.count(scenario.namespace)).toBe(6);

  // Ahead too: a version of the template, in each of its namespaces.
  const second = boolJudgment('late', { ...manual, question: 'Is it too late?', activate: false });
  await stack.api('POST', `${template}/judgments`, { engine, ...second });
  const post = async (body: object) =>
    (await stack.api<BackfillReply>('POST', `${template}/judgments/late/backfill`, body)).body;
  const ahead = await post({ version: 2 });
  expect(ahead.estimate).toMatchObject({ existing: { documents: 6, judgment_units: 6 } });
  const { job } = await post({ version: 2, confirm: ahead.confirm });
  expect(await ended(job!.id)).toMatchObject({ status: 'done', result: { answered: 6 } });
  const activated = await stack.api<JudgmentChange>('POST', `${template}/judgments/late/activate`, { version: 2 });
  expect(await ended(activated.body.job!.id)).toMatchObject({ result: { documents: 6, answered: 6, cost_usd: 0 } });
  await eventually(async () => {
    for (const tenant of tenants) {
      const { body } = await stack.api<DocumentView>('GET', `${at(tenant)}/documents/x1?fresh=stored`);
      expect(body.answers!.late).toMatchObject({ status: 'fresh', version: 2 });
    }
  });
  expect(await stack.engine.count(scenario.namespace)).toBe(12);
}, 60_000);

it('a PATCH to on_change tells its cost and changes nothing until that is confirmed', async () => {
  const scenario = await stored('backfill/patch');
  await scenario.judgment(boolJudgment('late', manual));
  const freshness = { policy: 'on_change', debounce_ms: 0 };
  const first = await scenario.ok<JudgmentChange>('PATCH', '/judgments/late', { freshness });
  expect(first).toMatchObject({
    status: 'confirmation_required',
    estimate: { documents: many, changes_per_day: many },
  });
  await scenario.upsert('b0', { text: 'not judged by itself' });
  expect(await scenario.answer('b0', 'late')).toMatchObject({ status: 'unavailable' });
  const done = await scenario.ok<JudgmentChange>('PATCH', '/judgments/late', { freshness, confirm: first.confirm });
  expect(done).toMatchObject({ status: 'updated', judgment: { freshness } });
  await scenario.upsert('b0', { text: `${scenario.namespace} judged by itself` });
  await scenario.fresh('b0', 'late');
});
