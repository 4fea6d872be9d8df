import { documentChangedLive } from '@app/contracts/documents';
import { EpochSource, engineChanged } from '@app/contracts/engines';
import { JobView, judgmentsJobs } from '@app/contracts/jobs';
import {
  BackfillReply,
  HistoryList,
  JudgmentChange,
  activateJudgment,
  answersInForce,
  createJudgment,
  listHistory,
  startBackfill,
} from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { FakeService, callerOf, eventually } from '@app/testing';
import { judgeOnChange } from '../testing/backfills';
import { jev } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let gateway: FakeService;
let judgment: string;
let namespace: string;
const many = 12;

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours, gateway } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(async () => {
  neighbours.documents.clear();
  namespace = newId('ask');
  await create('First?');
  judgment = neighbours.snapshotOf(namespace)!.judgment_id;
  for (let i = 0; i < many; i++) put(`d${i}`, 1, 'as it was');
  neighbours.asks.length = 0;
});

function create(question: string, more: object = {}): Promise<JudgmentChange> {
  const definition = { name: 'late', type: 'bool', question, context: { fields: ['state.note'] }, ...more };
  return gateway.ask(createJudgment, { namespace, judgment: definition as never }, caller);
}
const put = (id: string, version: number, note: string) =>
  neighbours.put(id, version, { note: `${namespace} ${note}` }, [judgment]);
const activate = (version: number): Promise<JudgmentChange> =>
  gateway.ask(activateJudgment, { namespace, name: 'late', activate: { version } }, caller);
const post = (backfill: object): Promise<BackfillReply> =>
  gateway.ask(startBackfill, { namespace, name: 'late', backfill: backfill as never }, caller);
function end(job: JobView | null | undefined): Promise<JobView> {
  return eventually(async () => {
    const found = await gateway.ask(judgmentsJobs.get, { id: job!.id }, caller);
    expect(['done', 'failed']).toContain(found.status);
    return found;
  }, 20_000);
}
async function backfill(body: object): Promise<JobView> {
  const { confirm } = await post(body);
  return end((await post({ ...body, confirm })).job);
}
const questions = () => neighbours.asks.flatMap((ask) => ask.questions.map(({ question }) => question));

/** Heads by version; those of pre-judged versions are left out. */
async function heads(): Promise<Record<string, number>> {
  const { rows } = await judgments.db.query<{ version: number; n: string }>(
    'select version, count(*) as n from head where judgment_id = $1 and target_version = 0 group by version order by version',
    [judgment],
  );
  return Object.fromEntries(rows.map(({ version, n }) => [version, Number(n)]));
}
const history = (document: string): Promise<HistoryList> =>
  gateway.ask(listHistory, { namespace, document, judgment: 'late' }, caller);

describe('a version that is not active', () => {
  it('is pre-judged beside the one in force, each document once; nobody receives its answers [JDG-33] [CLI-A1]', async () => {
    await backfill({});
    await create('Second?', { activate: false });
    neighbours.asks.length = 0;
    const quote = await post({ version: 2 });
    expect(quote).toMatchObject({ status: 'confirmation_required', estimate: { existing: { documents: many } } });
    const job = await backfill({ version: 2 });
    expect(job).toMatchObject({ status: 'done', result: { documents: many, answered: many, judgment_units: many } });
    expect(questions()).toEqual(Array<string>(many).fill('Second?'));
    expect(await heads()).toEqual({ 1: many });
    expect((await history('d1')).answers.map(({ version }) => version)).toEqual([2, 1]);
    expect(await refusalOf(post({ version: 2, only: 'other_epoch' }))).toMatchObject({ path: '/only' });
    expect((await post({ version: 2 })).estimate?.existing.documents).toBe(0);
    const epochs: EpochSource[] = [
      { engine_version: 'current+2026-03-02.1', source: 'built_in', probability_source: null },
    ];
    const sources = async () => (await history('d1')).answers.map(({ engine_source: source }) => source);
    expect(await sources()).toEqual([null, null]);
    // Of the same revision: each fact names what stood behind an epoch.
    await judgments.broker.say(engineChanged, { ...jev, epochs });
    await eventually(async () => expect(await sources()).toEqual(['built_in', 'built_in']));
    expect(await backfill({ version: 2, only: 'stale' })).toMatchObject({ result: { documents: many, answered: 0 } });
    expect(neighbours.asks).toHaveLength(many);
  });

  it('has its answers reinstated by its activation, as the one before has later: no engine is asked [JDG-33] [JDG-04]', async () => {
    await backfill({});
    await create('Second?', { activate: false });
    await backfill({ version: 2 });
    const { rows } = await judgments.db.query<{ now: Date }>('select app.now() as now');
    neighbours.asks.length = 0;
    put('d3', 2, 'changed since');
    const activated = await activate(2);
    expect(activated).toMatchObject({ status: 'updated', judgment: { active_version: 2 }, job: { type: 'backfill' } });
    const result = { documents: many, answered: many - 1, failed: 0, judgment_units: 0, cost_usd: 0 };
    expect(await end(activated.job)).toMatchObject({ status: 'done', result });
    expect(await heads()).toEqual({ 1: 1, 2: many - 1 });
    expect(await end((await activate(1)).job)).toMatchObject({ result: { answered: many - 1 } });
    expect(await heads()).toEqual({ 1: many });
    expect(neighbours.asks).toEqual([]);

    // In force is the answer that reads showed at the moment, whenever it was made.
    const asOf = rows[0].now.toISOString();
    const inForce = await gateway.ask(
      answersInForce,
      {
        organization,
        namespace,
        judgment: 'late',
        moments: [
          { document: 'd1', as_of: asOf },
          { document: 'd1', as_of: null },
        ],
      },
      caller,
    );
    expect(inForce.answers.map(({ answer }) => (answer as { version: number }).version)).toEqual([1, 1]);
    expect((await history('d1')).answers.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('that becomes active while it is pre-judged has all of its answers in the end, each asked once', async () => {
    await backfill({});
    await create('Second?', { activate: false });
    neighbours.asks.length = 0;
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const ordinary = neighbours.reply;
    neighbours.reply = async (ask) => {
      await gate;
      return ordinary(ask);
    };
    try {
      const { confirm } = await post({ version: 2 });
      const { job } = await post({ version: 2, confirm });
      await eventually(() => expect(questions().length).toBeGreaterThan(0));
      // Nothing is answered yet, so the activation finds nothing to reinstate.
      expect(await end((await activate(2)).job)).toMatchObject({ status: 'done', result: { answered: 0 } });
      open();
      expect(await end(job)).toMatchObject({ status: 'done', result: { documents: many, answered: many } });
    } finally {
      open();
      neighbours.reply = ordinary;
    }
    expect(await heads()).toEqual({ 2: many });
    expect(questions()).toEqual(Array<string>(many).fill('Second?'));
  });

  it('asks again where a document has changed since its answer', async () => {
    await judgeOnChange(gateway, namespace, caller);
    await create('Second?', { activate: false });
    await backfill({ version: 2 });
    await end((await activate(2)).job);
    neighbours.asks.length = 0;
    const say = (id: string, version: number) =>
      judgments.documents.say(documentChangedLive, {
        organization,
        namespace,
        sets: [[judgment]],
        documents: [{ id, version, set: 0 }],
        cause: 'write',
        changed_at: new Date().toISOString(),
      });
    put('d1', 2, 'as it was');
    put('d2', 2, 'otherwise');
    await say('d1', 2);
    await say('d2', 2);
    await eventually(() => expect(questions()).toEqual(['Second?']));
    await eventually(async () => {
      const { rows } = await judgments.db.query('select from pending where judgment_id = $1', [judgment]);
      expect(rows).toEqual([]);
    });
    expect(questions()).toEqual(['Second?']);
  });

  it('must be one of the judgment', async () => {
    expect(await refusalOf(post({ version: 7 }))).toEqual({ code: 'not_found' });
  });
});
