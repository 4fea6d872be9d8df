import type { Running } from '@app/boot';
import {
  BackfillReply,
  JobView,
  activateJudgment,
  budgetChanged,
  createJudgment,
  documentChangedBulk,
  documentChangedLive,
  engineChanged,
  judgmentsJobs,
  patchJudgment,
  startBackfill,
} from '@app/contracts';
import { armKillPoints, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { FakeService, callerOf, ensureStreams, eventually, freshSchema, startService } from '@app/testing';
import { judgmentsSchema } from '../app.schema';
import { judgmentsService } from '../app.service';
import { World, answerTo, jev } from '../testing/fake-neighbours';

const organization = newId('org');
const caller = callerOf(organization);
const world = new World();
const fakes: FakeService[] = [];
let service: Running;
let gateway: FakeService;
let documents: FakeService;
let billing: FakeService;
let judgment: string;
let namespace: string;
/** Lets answers go that a test holds back. */
let open: () => void = () => undefined;

const many = 60;
const price = 0.001;

beforeAll(async () => {
  await freshSchema(judgmentsSchema);
  service = await startService(judgmentsService, { env: { CLAIMED_DOCUMENTS: '64', ASKS_IN_FLIGHT: '8' } });
  await ensureStreams(service);
  gateway = await FakeService.open('gateway');
  documents = await FakeService.open('documents', world.documentsTable());
  billing = await FakeService.open('billing', world.billingTable());
  const broker = await FakeService.open('engine-broker', world.brokerTable());
  fakes.push(gateway, broker, documents, billing, await FakeService.open('calibration', world.holderTable()));
  await broker.say(engineChanged, jev);
  await eventually(async () => {
    expect((await service.platform.database.query("select from engine where name = 'jev'")).rows).toHaveLength(1);
  });
});
afterAll(async () => {
  armKillPoints(() => undefined);
  for (const fake of fakes) await fake.stop();
  await service.stop();
});

const ordinary = world.reply;

beforeEach(async () => {
  world.reply = ordinary;
  world.documents.clear();
  world.isAnswered = () => false;
  namespace = newId('ask');
  const definition = { name: 'late', type: 'bool', question: 'Late?', context: { fields: ['state.note'] } };
  const made = await gateway.ask(createJudgment, { namespace, judgment: definition as never }, caller);
  expect(made.status).toBe('created');
  judgment = world.columns.findLast(({ column }) => column.scope === namespace)!.column.judgment_id;
  for (let i = 0; i < many; i++) put(`d${String(i).padStart(3, '0')}`);
  world.asks.length = 0;
});
afterEach(() => {
  armKillPoints(() => undefined);
  open();
});

const put = (id: string) => world.put(id, 1, { note: `${namespace} ${id}` }, [judgment]);
const post = (backfill: object): Promise<BackfillReply> =>
  gateway.ask(startBackfill, { namespace, name: 'late', backfill: backfill as never }, caller);
async function start(backfill: object): Promise<JobView> {
  const { confirm } = await post(backfill);
  const { status, job } = await post({ ...backfill, confirm });
  expect(status).toBe('started');
  return job!;
}
const jobOf = (id: string) => gateway.ask(judgmentsJobs.get, { id }, caller);
function end(id: string): Promise<JobView> {
  return eventually(async () => {
    const job = await jobOf(id);
    expect(['done', 'failed']).toContain(job.status);
    return job;
  }, 20_000);
}
const asked = () => world.asks.filter(({ context }) => context.includes(namespace)).map(({ context }) => context);
async function refusal(work: Promise<unknown>): Promise<object> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error as Problem,
  );
  return { code: thrown?.code, ...thrown?.details };
}

describe('a backfill', () => {
  it('is priced exactly, begun by the token of its price, and ends with every document answered once [JDG-33] [JOB-07]', async () => {
    const quote = await post({});
    expect(quote).toMatchObject({
      status: 'confirmation_required',
      estimate: { documents: many, existing: { documents: many, judgment_units: many, cost_usd: many * 0.002 } },
    });
    expect(asked()).toEqual([]);
    const mismatch = { code: 'conflict', reason: 'confirm_mismatch', path: '/confirm' };
    expect(await refusal(post({ confirm: 'x' }))).toEqual(mismatch);
    expect(await refusal(post({ confirm: quote.confirm, only: 'all' }))).toEqual(mismatch);
    const begun = await post({ confirm: quote.confirm });
    expect(begun).toMatchObject({ status: 'started', estimate: quote.estimate, job: { type: 'backfill', namespace } });
    const job = await end(begun.job!.id);
    expect(job).toMatchObject({
      status: 'done',
      progress: { done: many, total: many },
      result: { documents: many, answered: many, failed: 0, judgment_units: many, stopped_by: null },
    });
    expect((job.result as { cost_usd: number }).cost_usd).toBeCloseTo(many * price, 9);
    expect([asked().length, new Set(asked()).size]).toEqual([many, many]);
  });

  it('asked for again while it is under way is the same job', async () => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    world.reply = async (ask) => {
      await gate;
      return ordinary(ask);
    };
    const [first, second] = [await start({}), await start({})];
    expect(second.id).toBe(first.id);
    open();
    expect(await end(first.id)).toMatchObject({ status: 'done', result: { answered: many } });
    expect(asked()).toHaveLength(many);
  });

  it('killed after a page goes on where it stood and asks nothing twice [JOB-06]', async () => {
    let deaths = 0;
    armKillPoints((name) => {
      if (name === 'judgments.backfill.queued' && ++deaths === 1) throw new Error('killed');
    });
    const { id } = await start({});
    await eventually(() => expect(deaths).toBe(1));
    await service.platform.database.query('update job set lease_until = null where id = $1', [id]);
    expect(await end(id)).toMatchObject({ status: 'done', result: { answered: many } });
    expect(deaths).toBeGreaterThan(1);
    expect([asked().length, new Set(asked()).size]).toEqual([many, many]);
  });

  it('asks nothing that would pass its `max_usd`, and says that it stopped it', async () => {
    const { id } = await start({ max_usd: 10.5 * price });
    const job = await end(id);
    expect(job).toMatchObject({ status: 'done', result: { answered: 10, documents: 10, stopped_by: 'max_usd' } });
    expect(asked()).toHaveLength(10);
    const { rows } = await service.platform.database.query('select from pending where job = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('stops when it is cancelled: what was under way ends, the rest is not asked [JOB-07]', async () => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    world.reply = async (ask) => {
      await gate;
      return ordinary(ask);
    };
    const { id } = await start({});
    await eventually(() => expect(asked().length).toBeGreaterThan(0));
    await gateway.ask(judgmentsJobs.cancel, { id }, caller);
    await eventually(async () => {
      const free = 'select from pending where job = $1 and claim_id is null';
      expect((await service.platform.database.query(free, [id])).rows).toEqual([]);
    });
    open();
    const job = await end(id);
    expect(job).toMatchObject({ status: 'failed', result: { error: { code: 'conflict' } } });
    const details = (job.result as { error: { details: { reason: string; answered: number } } }).error.details;
    expect(details).toMatchObject({ reason: 'cancelled', answered: asked().length });
    expect(asked().length).toBeLessThan(many);
  });

  it('leaves half of the places to what people change: a live answer is not behind it [JDG-33]', async () => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    let isLiveAnswered = false;
    world.reply = async (ask) => {
      if (ask.context.includes('live')) isLiveAnswered = true;
      else await gate;
      return ordinary(ask);
    };
    const { id } = await start({});
    await eventually(() => expect(asked().length).toBeGreaterThan(0));
    put('live');
    await documents.say(documentChangedLive, {
      ...{ organization, namespace, sets: [[judgment]], documents: [{ id: 'live', version: 1, set: 0 }] },
      ...{ cause: 'write', changed_at: new Date().toISOString() },
    });
    // Every engine's place that a backfill may take is taken, for as long as this lasts.
    await eventually(() => expect(isLiveAnswered).toBe(true));
    expect((await jobOf(id)).status).not.toBe('done');
    open();
    expect(await end(id)).toMatchObject({ status: 'done' });
  });

  it('of all asks again where nothing has changed, once; of what is missing it does not', async () => {
    await end((await start({})).id);
    expect(asked()).toHaveLength(many);
    const again = await end((await start({ only: 'all' })).id);
    expect(again).toMatchObject({ result: { answered: many } });
    expect(asked()).toHaveLength(2 * many);
    expect(await end((await start({})).id)).toMatchObject({ result: { documents: many, answered: 0 } });
    world.isAnswered = () => true;
    expect((await post({})).estimate?.existing).toEqual({ documents: 0, judgment_units: 0, cost_usd: 0 });
    expect(asked()).toHaveLength(2 * many);
  });

  it('counts what an engine refuses as failed, and ends', async () => {
    world.reply = (ask) => ({
      engine_version: 'current+2026-03-02.1',
      engine_tokens: null,
      answers: ask.questions.map(({ type }) => ({ ...answerTo(type), failure: 'engine_refused', p: null })),
    });
    expect(await end((await start({})).id)).toMatchObject({ status: 'done', result: { answered: 0, failed: many } });
  });

  it('needs money: refused at its start and ended in its middle as `budget_exceeded`', async () => {
    const quote = await post({});
    const pause = (paused: boolean, revision: number) =>
      billing.say(budgetChanged, {
        ...{ organization, namespace, paused, revision, spend_month_usd: 1, month: '2026-03' },
        changed_at: new Date().toISOString(),
      });
    await pause(true, 1);
    await eventually(async () =>
      expect(await refusal(post({ confirm: quote.confirm }))).toEqual({ code: 'budget_exceeded' }),
    );
    await pause(false, 2);
    const begun = await eventually(() => post({ confirm: quote.confirm }));
    await pause(true, 3);
    const job = await end(begun.job!.id);
    // What was through before the pause stands; a backfill that was quicker is done.
    if (job.status === 'failed') {
      expect(job).toMatchObject({ result_status: 402, result: { error: { code: 'budget_exceeded' } } });
      expect(asked().length).toBeLessThanOrEqual(many);
    } else expect(job).toMatchObject({ result: { answered: many } });
  });
});

describe('what begins to judge by itself', () => {
  const create = (body: object) => gateway.ask(createJudgment, { namespace, judgment: body as never }, caller);
  const keen = { name: 'keen', type: 'bool', question: 'Keen?', context: { fields: ['state.note'] } };

  it('a create with a backfill is confirmed first and stores nothing until then; then it judges what is stored [JDG-33]', async () => {
    const first = await create({ ...keen, backfill: true });
    expect(first).toMatchObject({
      ...{ status: 'confirmation_required', judgment: null, version: null, definition: { question: 'Keen?' } },
      estimate: { existing: { documents: many, judgment_units: many } },
    });
    expect(world.columns.filter(({ column }) => column.name === 'keen' && column.scope === namespace)).toEqual([]);
    expect(
      await refusal(create({ ...keen, question: 'Other?', backfill: true, confirm: first.confirm })),
    ).toMatchObject({
      reason: 'confirm_mismatch',
    });
    const made = await create({ ...keen, backfill: true, confirm: first.confirm });
    expect(made).toMatchObject({ status: 'created', version: 1, estimate: first.estimate, job: { type: 'backfill' } });
    const id = world.columns.findLast(({ column }) => column.name === 'keen')!.column.judgment_id;
    for (const document of world.documents.values()) document.wanted[id] = 1;
    expect(await end(made.job!.id)).toMatchObject({ status: 'done' });
  });

  it('a PATCH to on_change is confirmed first; one that only slows it is not', async () => {
    const patch = (body: object) =>
      gateway.ask(patchJudgment, { namespace, name: 'late', patch: body as never }, caller);
    const freshness = { policy: 'on_change', debounce_ms: 0 };
    const first = await patch({ freshness });
    expect(first).toMatchObject({ status: 'confirmation_required', estimate: { judgments_per_month: 300 } });
    expect(await refusal(patch({ freshness: { policy: 'on_change' }, confirm: first.confirm }))).toMatchObject({
      reason: 'confirm_mismatch',
    });
    const done = await patch({ freshness, confirm: first.confirm });
    expect(done).toMatchObject({ status: 'updated', judgment: { freshness }, estimate: first.estimate });
    expect(await patch({ freshness: { policy: 'manual' } })).toMatchObject({ status: 'updated', confirm: null });
  });
});

it('an interval that has passed asks the engine anew, once, also of a context that has not changed [FRS-09]', async () => {
  const ids = [...world.documents.keys()].slice(0, 5);
  const say = (version: number, changedAt: string) =>
    documents.say(documentChangedBulk, {
      ...{ organization, namespace, sets: [[judgment]], cause: 'interval', changed_at: changedAt },
      documents: ids.map((id) => ({ id, version, set: 0 })),
    });
  const through = () =>
    eventually(async () => {
      const { rows } = await service.platform.database.query<{ waiting: string; seen: string }>(
        `select (select count(*) from pending where judgment_id = $1) as waiting,
           (select count(*) from head where judgment_id = $1) as seen`,
        [judgment],
      );
      expect(rows).toEqual([{ waiting: '0', seen: '5' }]);
    });
  await say(1, new Date().toISOString());
  await through();
  expect(asked()).toHaveLength(5);
  const moment = await service.platform.database.query<{ now: Date }>('select app.now() as now');
  const elapsedAt = moment.rows[0].now.toISOString();
  await say(1, elapsedAt);
  await eventually(() => expect(asked()).toHaveLength(10));
  await through();
  // The same fact delivered once more: the answer is younger than the moment it tells of.
  const { rows: before } = await service.platform.database.query<{ record: string }>(
    'select max(record) as record from head where judgment_id = $1',
    [judgment],
  );
  await say(1, elapsedAt);
  await eventually(async () => {
    const { rows } = await service.platform.database.query<{ record: string }>(
      'select min(record) as record from head where judgment_id = $1',
      [judgment],
    );
    expect(Number(rows[0].record)).toBeGreaterThan(Number(before[0].record));
  });
  expect(asked()).toHaveLength(10);
});

it('a version is not activated while its engine is not active', async () => {
  const broker = fakes[1];
  const activate = () => gateway.ask(activateJudgment, { namespace, name: 'late', activate: { version: 1 } }, caller);
  expect(await activate()).toMatchObject({ status: 'updated' });
  await broker.say(engineChanged, { ...jev, active: false, revision: 2 });
  await eventually(async () =>
    expect(await refusal(activate())).toMatchObject({ code: 'engine_version_unavailable', path: '/version' }),
  );
  await broker.say(engineChanged, { ...jev, revision: 3 });
  await eventually(async () => expect(await activate()).toMatchObject({ status: 'updated' }));
});
