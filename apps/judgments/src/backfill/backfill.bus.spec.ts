import { budgetChanged } from '@app/contracts/billing';
import { documentChangedLive } from '@app/contracts/documents';
import { JobView, judgmentsJobs } from '@app/contracts/jobs';
import { BackfillReply, BackfillResult, createJudgment, startBackfill } from '@app/contracts/judgments';
import { armKillPoints, newId } from '@app/persistence';
import { FakeService, callerOf, eventually } from '@app/testing';
import { endedJob, judgeOnChange } from '../testing/backfills';
import { answerTo } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let gateway: FakeService;
let ordinary: FakeNeighbours['reply'];
let judgment: string;
let namespace: string;
/** Lets the engine answer that a test holds back. */
let open: () => void = () => undefined;

const many = 60;
const price = 0.001;

beforeAll(async () => {
  judgments = await openJudgments([{ CLAIMED_DOCUMENTS: '64', ASKS_IN_FLIGHT: '8' }]);
  ({ neighbours, gateway } = judgments);
  ordinary = neighbours.reply;
});
afterAll(() => judgments.stop());

beforeEach(async () => {
  neighbours.reply = ordinary;
  neighbours.documents.clear();
  neighbours.isAnswered = () => false;
  namespace = newId('ask');
  const definition = { name: 'late', type: 'bool', question: 'Late?', context: { fields: ['state.note'] } };
  const made = await gateway.ask(createJudgment, { namespace, judgment: definition as never }, caller);
  expect(made.status).toBe('created');
  judgment = neighbours.snapshotOf(namespace)!.judgment_id;
  for (let i = 0; i < many; i++) put(`d${String(i).padStart(3, '0')}`);
  neighbours.asks.length = 0;
});
afterEach(() => {
  armKillPoints(() => undefined);
  open();
});

const put = (id: string) => neighbours.put(id, 1, { note: `${namespace} ${id}` }, [judgment]);
const post = (backfill: object): Promise<BackfillReply> =>
  gateway.ask(startBackfill, { namespace, name: 'late', backfill: backfill as never }, caller);
async function start(backfill: object): Promise<JobView> {
  const { confirm } = await post(backfill);
  const { status, job } = await post({ ...backfill, confirm });
  expect(status).toBe('started');
  return job!;
}
const jobOf = (id: string) => gateway.ask(judgmentsJobs.get, { id }, caller);
const end = (id: string) => endedJob(gateway, id, caller);
const asked = () => neighbours.asks.filter(({ context }) => context.includes(namespace)).map(({ context }) => context);

describe('a backfill', () => {
  it('is priced exactly, starts with the token of its price, and ends with every document answered once and what that used [JDG-33] [JOB-07] [S-D11]', async () => {
    const quote = await post({});
    expect(quote).toMatchObject({
      status: 'confirmation_required',
      estimate: { documents: many, existing: { documents: many, judgment_units: many, cost_usd: many * 0.002 } },
    });
    expect(asked()).toEqual([]);
    const mismatch = { code: 'conflict', reason: 'confirm_mismatch', path: '/confirm' };
    expect(await refusalOf(post({ confirm: 'x' }))).toEqual(mismatch);
    expect(await refusalOf(post({ confirm: quote.confirm, only: 'all' }))).toEqual(mismatch);
    const begun = await post({ confirm: quote.confirm });
    expect(begun).toMatchObject({ status: 'started', estimate: quote.estimate, job: { type: 'backfill', namespace } });
    const job = await end(begun.job!.id);
    expect(job).toMatchObject({
      status: 'done',
      progress: { done: many, total: many },
      result: { documents: many, answered: many, failed: 0, judgment_units: many, stopped_by: null },
    });
    const { cost_usd, usage } = job.result as BackfillResult;
    expect(cost_usd).toBeCloseTo(many * price, 9);
    const { rows } = await judgments.db.query<{ tokens: number }>(
      `select sum((payload::json ->> 'tokens')::int)::int as tokens from outbox
       where subject = 'judgments.answer.recorded.bulk.v1' and payload::json ->> 'namespace' = $1`,
      [namespace],
    );
    expect(rows[0].tokens).toBeGreaterThan(many);
    expect(usage).toEqual({ judgment_units: many, cost_usd, ...rows[0], by_judgment: { late: many } });
    expect([asked().length, new Set(asked()).size]).toEqual([many, many]);
  });

  it('that a caller starts again while it is under way is the same job', async () => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    neighbours.reply = async (ask) => {
      await gate;
      return ordinary(ask);
    };
    const [first, second] = [await start({}), await start({})];
    expect(second.id).toBe(first.id);
    open();
    expect(await end(first.id)).toMatchObject({ status: 'done', result: { answered: many } });
    expect(asked()).toHaveLength(many);
  });

  it('continues where it stood after a kill, and asks nothing twice [JOB-06]', async () => {
    let deaths = 0;
    armKillPoints((name) => {
      if (name === 'judgments.backfill.queued' && ++deaths === 1) throw new Error('killed');
    });
    const { id } = await start({});
    await eventually(() => expect(deaths).toBe(1));
    await judgments.db.query('update job set lease_until = null where id = $1', [id]);
    expect(await end(id)).toMatchObject({ status: 'done', result: { answered: many } });
    expect(deaths).toBeGreaterThan(1);
    expect([asked().length, new Set(asked()).size]).toEqual([many, many]);
  });

  it('asks nothing that would pass its `max_usd`, and says that it stopped it', async () => {
    const { id } = await start({ max_usd: 10.5 * price });
    const job = await end(id);
    expect(job).toMatchObject({ status: 'done', result: { answered: 10, documents: 10, stopped_by: 'max_usd' } });
    expect(asked()).toHaveLength(10);
    const { rows } = await judgments.db.query('select from pending where job = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('stops when the caller cancels it: asks under way end, and no engine is asked about the rest [JOB-07]', async () => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    neighbours.reply = async (ask) => {
      await gate;
      return ordinary(ask);
    };
    const { id } = await start({});
    await eventually(() => expect(asked().length).toBeGreaterThan(0));
    await gateway.ask(judgmentsJobs.cancel, { id }, caller);
    await eventually(async () => {
      const free = 'select from pending where job = $1 and claim_id is null';
      expect((await judgments.db.query(free, [id])).rows).toEqual([]);
    });
    open();
    const job = await end(id);
    expect(job).toMatchObject({ status: 'failed', result: { error: { code: 'conflict' } } });
    const details = (job.result as { error: { details: { reason: string; answered: number } } }).error.details;
    expect(details).toMatchObject({ reason: 'cancelled', answered: asked().length });
    expect(asked().length).toBeLessThan(many);
  });

  it("leaves half of an engine's slots to live answers [JDG-33]", async () => {
    await judgeOnChange(gateway, namespace, caller);
    const gate = new Promise<void>((resolve) => (open = resolve));
    let isLiveAnswered = false;
    neighbours.reply = async (ask) => {
      if (ask.context.includes('live')) isLiveAnswered = true;
      else await gate;
      return ordinary(ask);
    };
    const { id } = await start({});
    await eventually(() => expect(asked().length).toBeGreaterThan(0));
    put('live');
    await judgments.documents.say(documentChangedLive, {
      organization,
      namespace,
      sets: [[judgment]],
      documents: [{ id: 'live', version: 1, set: 0 }],
      cause: 'write',
      changed_at: new Date().toISOString(),
    });
    // Meanwhile the backfill holds every slot that it may use.
    await eventually(() => expect(isLiveAnswered).toBe(true));
    expect((await jobOf(id)).status).not.toBe('done');
    open();
    expect(await end(id)).toMatchObject({ status: 'done' });
  });

  it('of all documents asks once again where nothing has changed; of missing answers it does not', async () => {
    await end((await start({})).id);
    expect(asked()).toHaveLength(many);
    const again = await end((await start({ only: 'all' })).id);
    expect(again).toMatchObject({ result: { answered: many } });
    expect(asked()).toHaveLength(2 * many);
    expect(await end((await start({})).id)).toMatchObject({ result: { documents: many, answered: 0 } });
    neighbours.isAnswered = () => true;
    expect((await post({})).estimate?.existing).toEqual({ documents: 0, judgment_units: 0, cost_usd: 0 });
    expect(asked()).toHaveLength(2 * many);
  });

  it('of answers of another epoch asks once again where nothing has changed [CLI-A1]', async () => {
    await end((await start({})).id);
    expect(await end((await start({ only: 'other_epoch' })).id)).toMatchObject({ result: { answered: many } });
    expect(asked()).toHaveLength(2 * many);
  });

  it('counts what an engine refuses as failed, and ends', async () => {
    neighbours.reply = (ask) => ({
      engine_version: 'current+2026-03-02.1',
      engine_tokens: null,
      answers: ask.questions.map(({ type }) => ({ ...answerTo(type), failure: 'engine_refused', p: null })),
    });
    expect(await end((await start({})).id)).toMatchObject({ status: 'done', result: { answered: 0, failed: many } });
  });

  it('needs money: a paused namespace refuses its start and ends it in the middle as `budget_exceeded`', async () => {
    const quote = await post({});
    const pause = (paused: boolean, revision: number) =>
      judgments.billing.say(budgetChanged, {
        organization,
        namespace,
        paused,
        revision,
        spend_month_usd: 1,
        month: '2026-03',
        changed_at: new Date().toISOString(),
      });
    await pause(true, 1);
    // A start before the fact has arrived would begin, and be answered again whatever comes later.
    await eventually(async () => {
      const { rows } = await judgments.db.query<{ paused: boolean }>(
        'select paused from namespace where organization = $1 and name = $2',
        [organization, namespace],
      );
      expect(rows).toEqual([{ paused: true }]);
    });
    expect(await refusalOf(post({ confirm: quote.confirm }))).toEqual({ code: 'budget_exceeded' });
    await pause(false, 2);
    const begun = await eventually(() => post({ confirm: quote.confirm }));
    await pause(true, 3);
    const job = await end(begun.job!.id);
    // What was answered before the pause stands; a quick backfill may have ended before it.
    if (job.status === 'failed') {
      expect(job).toMatchObject({ result_status: 402, result: { error: { code: 'budget_exceeded' } } });
      expect(asked().length).toBeLessThanOrEqual(many);
    } else expect(job).toMatchObject({ result: { answered: many } });
  });
});
