import type { Running } from '@app/boot';
import { ensureStream } from '@app/bus/testing';
import {
  JudgmentChange,
  createJudgment,
  deleteJudgment,
  documentChangedLive,
  documentDeleted,
  engineChanged,
  judge,
  listHistory,
  listJudgments,
  patchJudgment,
  previewContext,
  streams,
  tryJudgment,
} from '@app/contracts';
import { Database, newId } from '@app/persistence';
import { FakeService, callerOf, eventually, freshSchema, startService } from '@app/testing';
import { judgmentsSchema } from '../app.schema';
import { judgmentsService } from '../app.service';
import { World, jev } from '../testing/fake-neighbours';

const organization = newId('org');
const caller = callerOf(organization);
const world = new World();
const fakes: FakeService[] = [];
let service: Running;
let gateway: FakeService;
let documents: FakeService;
let db: Database;
let version = 1;

const bool = (name: string, more: object = {}) => ({
  name,
  type: 'bool',
  question: `Will ${name} be late?`,
  context: { fields: ['state.note'] },
  freshness: { policy: 'on_change', debounce_ms: 0 },
  ...more,
});

async function create(namespace: string, judgment: object): Promise<JudgmentChange & { id: string }> {
  const change = await gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
  const fact = [...world.columns]
    .reverse()
    .find(({ column }) => column.scope === namespace && column.name === change.definition['name' as never]);
  return { ...change, id: fact?.column.judgment_id ?? '' };
}

async function write(namespace: string, ids: string[], judgments: string[], note: string): Promise<number> {
  version += 1;
  for (const id of ids) world.put(id, version, { note, secret: `secret-${id}` }, judgments);
  await documents.say(documentChangedLive, {
    organization,
    namespace,
    sets: [judgments],
    documents: ids.map((id) => ({ id, version, set: 0 })),
    cause: 'write',
    changed_at: new Date().toISOString(),
  });
  return version;
}

async function facts(namespace: string) {
  const { rows } = await db.query<{ payload: string }>(
    `select payload from outbox where subject like 'judgments.answer.recorded%' order by id`,
  );
  return rows.map(({ payload }) => JSON.parse(payload)).filter((fact) => fact.namespace === namespace);
}

beforeAll(async () => {
  await freshSchema(judgmentsSchema);
  service = await startService(judgmentsService);
  db = service.platform.database;
  for (const stream of streams()) await ensureStream(service.platform.bus.connection.jsm, stream);
  gateway = await FakeService.open('gateway');
  documents = await FakeService.open('documents', world.documentsTable());
  const broker = await FakeService.open('engine-broker', world.brokerTable());
  fakes.push(gateway, documents, broker);
  fakes.push(await FakeService.open('billing', world.billingTable()));
  fakes.push(await FakeService.open('calibration', world.holderTable()));
  await broker.say(engineChanged, jev);
  await eventually(async () => {
    const { rows } = await db.query("select from engine where name = 'jev'");
    expect(rows).toHaveLength(1);
  });
});
afterAll(async () => {
  for (const fake of fakes) await fake.stop();
  await service.stop();
});
beforeEach(() => {
  world.asks.length = 0;
  world.reserved.length = 0;
  world.released.length = 0;
  world.fetches = 0;
  world.latencyMs = 0;
  world.refusal = null;
});

describe('judging over the bus', () => {
  it('judges what changed, without any read, and asks nothing when the context is the same [FRS-02] [FRS-04] [CTX-02]', async () => {
    const { id } = await create('a/change', bool('late'));
    await write('a/change', ['d1', 'd2'], [id], 'where is it?');
    await eventually(async () => expect(await facts('a/change')).toHaveLength(2));
    expect(world.asks).toHaveLength(2);
    expect(world.reserved).toHaveLength(1);
    expect(JSON.stringify(world.asks)).not.toContain('secret-');
    const again = await write('a/change', ['d1'], [id], 'where is it?');
    await eventually(async () => expect(await facts('a/change')).toHaveLength(3));
    expect(world.asks).toHaveLength(2);
    const [first, , third] = (await facts('a/change')).map((fact) => fact.answers[0]);
    expect(third).toMatchObject({ same: true, seen: again, units: 0, number: null });
    expect(third.record).toBeGreaterThan(first.record);
    expect((await facts('a/change'))[2].ask_id).toBeNull();
    const { rows } = await db.query('select from pending');
    expect(rows).toHaveLength(0);
  });

  it('asks ten judgments of one document in one request, billed together', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 10; i += 1) ids.push((await create('a/ten', bool(`j${i}`))).id);
    await write('a/ten', ['d1'], ids, 'hello');
    await eventually(async () => expect(await facts('a/ten')).toHaveLength(1));
    expect(world.asks).toHaveLength(1);
    const [fact] = await facts('a/ten');
    expect(fact).toMatchObject({ ask_id: world.asks[0].ask_id, units: 3.25 });
    expect(fact.answers).toHaveLength(10);
  });

  it('judges for a reader with the fields it brought, and one judges for all who wait', async () => {
    const { id } = await create('a/read', bool('late', { freshness: { policy: 'on_read' } }));
    const document = world.put('d1', ++version, { note: 'now' }, [id]);
    world.latencyMs = 50;
    world.fetches = 0;
    const query = { organization, namespace: 'a/read', judgments: [id], documents: [document], mode: 'policy' };
    const [first, second] = await Promise.all([
      documents.ask(judge, query, caller),
      documents.ask(judge, query, caller),
    ]);
    expect(world.asks).toHaveLength(1);
    expect(world.fetches).toBe(0);
    expect(first.answers[0]).toMatchObject({ document: 'd1', number: 0.62, seen: version, failure: null });
    expect(second.answers[0].record).toBe(first.answers[0].record);
    expect(first.usage.judgment_units + second.usage.judgment_units).toBe(1);
    const third = await documents.ask(judge, query, caller);
    expect(third.answers[0]).toMatchObject({ same: true });
    expect(third.usage.judgment_units).toBe(0);
  });

  it('refuses a reader without money and keeps what changed for later', async () => {
    const { id } = await create('a/poor', bool('late'));
    world.refusal = 'budget_exceeded';
    await write('a/poor', ['d1'], [id], 'x');
    await eventually(() => expect(world.reserved.length).toBeGreaterThan(0));
    const document = world.put('d2', ++version, { note: 'now' }, [id]);
    const query = { organization, namespace: 'a/poor', judgments: [id], documents: [document], mode: 'require' };
    await eventually(async () => {
      await db.query(`update turn set blocked_until = '-infinity', next_due_at = app.now()`);
      const judged = await documents.ask(judge, query, caller);
      expect(judged.refused).toEqual([{ document: 'd2', judgment_id: id, reason: 'budget_exceeded' }]);
    });
    expect(world.asks).toHaveLength(0);
    const { rows } = await db.query(
      `select p.document_id from pending p join namespace n on n.id = p.namespace_id where n.name = 'a/poor'`,
    );
    expect(rows).toEqual([{ document_id: 'd1' }]);
    world.refusal = null;
    await db.query(`update turn set blocked_until = '-infinity', next_due_at = app.now()`);
    await db.query(`update pending set due_at = app.now()`);
    await eventually(async () => expect(await facts('a/poor')).toHaveLength(1));
  });

  it('forgets a deleted document, and one made again starts anew with a greater record number', async () => {
    const { id } = await create('a/deleted', bool('late'));
    await write('a/deleted', ['d1'], [id], 'same words');
    await eventually(async () => expect(await facts('a/deleted')).toHaveLength(1));
    await documents.say(documentDeleted, {
      organization,
      namespace: 'a/deleted',
      documents: [{ id: 'd1', version: ++version }],
    });
    await eventually(async () => {
      const { rows } = await db.query(
        `select from context c join namespace n on n.id = c.namespace_id where n.name = 'a/deleted'`,
      );
      expect(rows).toHaveLength(0);
    });
    await write('a/deleted', ['d1'], [id], 'same words');
    await eventually(async () => expect(await facts('a/deleted')).toHaveLength(2));
    const [before, after] = (await facts('a/deleted')).map((fact) => fact.answers[0]);
    expect(after.same).toBe(false);
    expect(after.record).toBeGreaterThan(before.record);
    const history = await gateway.ask(
      listHistory,
      { namespace: 'a/deleted', document: 'd1', judgment: 'late' },
      caller,
    );
    expect(history.answers.map((answer) => answer.id)).toEqual([after.answer_id]);
  });

  it('tries a definition and previews a context, and stores neither answer [CTX-02]', async () => {
    world.put('t1', ++version, { note: 'try me', secret: 'secret-t1' }, []);
    const attempt = { definition: { ...bool('trial'), freshness: undefined }, documents: ['t1'] };
    const tried = await gateway.ask(tryJudgment, { namespace: 'a/try', attempt }, caller);
    expect(tried.documents[0].answer).toMatchObject({ p: 0.62, status: 'fresh', id: null });
    expect(tried.documents[0].context.text).toContain('try me');
    expect(tried.usage).toMatchObject({ judgment_units: 1, by_judgment: { trial: 1 } });
    await create('a/try', bool('late'));
    const shown = await gateway.ask(
      previewContext,
      { namespace: 'a/try', name: 'late', preview: { document: 't1' } },
      caller,
    );
    expect(shown.text).toContain('try me');
    expect(shown.text).not.toContain('secret-t1');
    const { rows } = await db.query(
      `select from answer a join namespace n on n.id = a.namespace_id where n.name = 'a/try'`,
    );
    expect(rows).toHaveLength(0);
  });

  it('records a failure with a time to try again, and never a number', async () => {
    const { id } = await create('a/fail', bool('late'));
    const reply = world.reply;
    world.reply = (ask) => ({
      engine_version: 'current+2026-03-02.1',
      answers: ask.questions.map(() => ({
        failure: 'engine_bad_answer',
        p: null,
        value: null,
        dist: null,
        escape_p: null,
        score: null,
        normalized: null,
        order: null,
      })),
      engine_tokens: null,
    });
    await write('a/fail', ['d1'], [id], 'x');
    await eventually(async () => expect(await facts('a/fail')).toHaveLength(1));
    const [fact] = await facts('a/fail');
    expect(fact.units).toBe(0);
    expect(fact.answers[0]).toMatchObject({ failure: 'engine_bad_answer', number: null, answer_id: null });
    const { rows } = await db.query<{ wait: number; attempts: number }>(
      `select extract(epoch from p.due_at - app.now())::float8 as wait, attempts from pending p join namespace n on n.id = p.namespace_id where n.name = 'a/fail'`,
    );
    expect(rows[0].attempts).toBe(1);
    expect(rows[0].wait).toBeGreaterThan(2);
    world.reply = reply;
    await db.query(`update pending set due_at = app.now()`);
    await db.query(`update turn set next_due_at = app.now()`);
    await eventually(async () => expect(await facts('a/fail')).toHaveLength(2));
    expect((await facts('a/fail'))[1].answers[0]).toMatchObject({ failure: null, number: 0.62 });
  });

  it('answers PATCH and lists what is in force, and a deleted name comes back with its versions counting on [JDG-07]', async () => {
    const made = await create('a/life', bool('late', { thresholds: { alarm: 0.4, watch: 0.2 } }));
    expect(made).toMatchObject({ status: 'created', version: 1, judgment: { thresholds: { alarm: 0.4, watch: 0.2 } } });
    const second = await create('a/life', bool('late', { question: 'Other words?', thresholds: { alarm: 0.9 } }));
    expect(second).toMatchObject({ status: 'version_created', version: 2, ignored: ['freshness', 'thresholds'] });
    const patch = { thresholds: { alarm: 0.5, watch: null } };
    const patched = await gateway.ask(patchJudgment, { namespace: 'a/life', name: 'late', patch }, caller);
    expect(patched).toMatchObject({ status: 'updated', version: 2, judgment: { thresholds: { alarm: 0.5 } } });
    expect(world.columns.at(-1)?.column).toMatchObject({ thresholds: { alarm: 0.5 }, active_version: 2 });
    const back = await create('a/life', bool('late'));
    expect(back).toMatchObject({ status: 'unchanged', version: 1, judgment: { active_version: 1 } });
    expect((await gateway.ask(listJudgments, { namespace: 'a/life' }, caller)).judgments).toHaveLength(1);
    await gateway.ask(deleteJudgment, { namespace: 'a/life', name: 'late' }, caller);
    expect((await gateway.ask(listJudgments, { namespace: 'a/life' }, caller)).judgments).toEqual([]);
    const anew = await create('a/life', bool('late'));
    expect(anew).toMatchObject({ status: 'created', version: 3 });
    expect(anew.id).not.toBe(made.id);
  });
});
