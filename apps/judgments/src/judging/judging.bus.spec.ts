import { documentChangedLive, documentDeleted } from '@app/contracts/documents';
import {
  JudgmentChange,
  createJudgment,
  deleteJudgment,
  judge,
  listHistory,
  listJudgments,
  patchJudgment,
  previewContext,
  tryJudgment,
} from '@app/contracts/judgments';
import { Database, newId } from '@app/persistence';
import { workLines } from '@app/observability';
import { FakeService, callerOf, eventually, keepLog } from '@app/testing';
import { noAnswer } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const log = keepLog();
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
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
  const snapshot = neighbours.snapshotOf(namespace, change.definition['name' as never]);
  return { ...change, id: snapshot?.judgment_id ?? '' };
}

async function write(namespace: string, ids: string[], judgments: string[], note: string): Promise<number> {
  version += 1;
  for (const id of ids) neighbours.put(id, version, { note, secret: `secret-${id}` }, judgments);
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
  judgments = await openJudgments([{}], [log.override]);
  ({ neighbours, gateway, documents, db } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.asks.length = 0;
  neighbours.reserved.length = 0;
  neighbours.released.length = 0;
  neighbours.fetches = 0;
  neighbours.latencyMs = 0;
  neighbours.refusal = null;
});

describe('judging over the bus', () => {
  it('judges what changed without a read, and asks no engine when the context is the same [FRS-02] [FRS-04] [CTX-02]', async () => {
    const { id } = await create('a/change', bool('late'));
    await write('a/change', ['d1', 'd2'], [id], 'where is it?');
    await eventually(async () => expect(await facts('a/change')).toHaveLength(2));
    expect(neighbours.asks).toHaveLength(2);
    expect(neighbours.reserved).toHaveLength(1);
    expect(JSON.stringify(neighbours.asks)).not.toContain('secret-');
    const again = await write('a/change', ['d1'], [id], 'where is it?');
    await eventually(async () => expect(await facts('a/change')).toHaveLength(3));
    expect(neighbours.asks).toHaveLength(2);
    const [first, , third] = (await facts('a/change')).map((fact) => fact.answers[0]);
    expect(third).toMatchObject({ same: true, seen: again, units: 0, number: null });
    expect(third.record).toBeGreaterThan(first.record);
    expect((await facts('a/change'))[2].ask_id).toBeNull();
    const { rows } = await db.query('select from pending');
    expect(rows).toHaveLength(0);
  });

  it('ends each answer in one line of the log at level debug, with no word of what was read or answered [I5]', async () => {
    const { id } = await create('a/logged', bool('late'));
    await write('a/logged', ['order-4711'], [id], 'planted-note-6c');
    await eventually(async () => expect(await facts('a/logged')).toHaveLength(1));
    await write('a/logged', ['order-4711'], [id], 'planted-note-6c');
    await eventually(() => expect(log.lines('order-4711')).toHaveLength(2));
    const about = {
      level: 'debug',
      event: 'answer.recorded',
      organization,
      namespace: 'a/logged',
      document: 'order-4711',
      judgment_id: id,
      judgment: 'late',
      engine: 'jev',
      version: 1,
    };
    const { ask_id: ask } = (await facts('a/logged'))[0];
    expect(log.lines('order-4711')).toEqual([
      expect.objectContaining({ ...about, outcome: 'answered', cached: false, ask, units: 1 }),
      expect.objectContaining({ ...about, outcome: 'same', cached: true, ask: null, units: 0, tokens: 0, cost_usd: 0 }),
    ]);
    const ofAnyLine = ['level', 'time', 'service', 'replica', 'event', 'msg'];
    for (const line of log.lines('order-4711')) {
      expect(Object.keys(line).sort()).toEqual([...ofAnyLine, ...workLines['answer.recorded'].members].sort());
    }
    for (const text of ['planted-note', 'secret-order', 'Will late be late']) expect(log.lines(text)).toEqual([]);
  });

  it('asks ten judgments of one document in one request, billed together', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 10; i += 1) ids.push((await create('a/ten', bool(`j${i}`))).id);
    await write('a/ten', ['d1'], ids, 'hello');
    await eventually(async () => expect(await facts('a/ten')).toHaveLength(1));
    expect(neighbours.asks).toHaveLength(1);
    const [fact] = await facts('a/ten');
    expect(fact).toMatchObject({ ask_id: neighbours.asks[0].ask_id, units: 3.25 });
    expect(fact.answers).toHaveLength(10);
  });

  it('judges for a reader with the document that it brought, once for all readers who wait', async () => {
    const { id } = await create('a/read', bool('late', { freshness: { policy: 'on_read' } }));
    const document = neighbours.put('d1', ++version, { note: 'now' }, [id]);
    neighbours.latencyMs = 50;
    neighbours.fetches = 0;
    const query = { organization, namespace: 'a/read', judgments: [id], documents: [document], mode: 'policy' };
    const [first, second] = await Promise.all([
      documents.ask(judge, query, caller),
      documents.ask(judge, query, caller),
    ]);
    expect(neighbours.asks).toHaveLength(1);
    expect(neighbours.fetches).toBe(0);
    expect(first.answers[0]).toMatchObject({ document: 'd1', number: 0.62, seen: version, failure: null });
    expect(second.answers[0].record).toBe(first.answers[0].record);
    expect(first.usage.judgment_units + second.usage.judgment_units).toBe(1);
    const third = await documents.ask(judge, query, caller);
    expect(third.answers[0]).toMatchObject({ same: true });
    expect(third.usage.judgment_units).toBe(0);
  });

  it('hands a reader, beside a `same`, the answer whole that it names, and does not bill it [ANS-10] [FRS-04]', async () => {
    const { id } = await create('a/named', bool('late'));
    const before = await write('a/named', ['d1', 'd2'], [id], 'where is it?');
    await eventually(async () => expect(await facts('a/named')).toHaveLength(2));
    const recorded = (await facts('a/named')).map((fact) => fact.answers[0]);
    const read = (document: string, note: string) => {
      const documents_ = [neighbours.put(document, ++version, { note }, [id])];
      const query = { organization, namespace: 'a/named', judgments: [id], documents: documents_, mode: 'require' };
      return documents.ask(judge, query, caller);
    };
    const judged = await read('d1', 'where is it?');
    const { name: _, ...whole } = recorded.find(({ document }) => document === 'd1');
    expect(whole).toMatchObject({ number: 0.62, seen: before });
    const same = { same: true, answer_id: whole.answer_id, number: null, seen: version };
    expect(judged.answers).toEqual([expect.objectContaining(same), { ...whole, units: 0 }]);
    expect(judged.answers[0].record).toBeGreaterThan(whole.record);
    expect(judged).toMatchObject({ refused: [], usage: { judgment_units: 0 } });
    // Another context is asked, and its answer is all that the reply has.
    expect((await read('d2', 'it is there')).answers).toMatchObject([{ same: false, number: 0.62, seen: version }]);
  });

  it('refuses a reader when the money is spent, and keeps changed documents for later', async () => {
    const { id } = await create('a/poor', bool('late'));
    neighbours.refusal = 'budget_exceeded';
    await write('a/poor', ['d1'], [id], 'x');
    await eventually(() => expect(neighbours.reserved.length).toBeGreaterThan(0));
    const document = neighbours.put('d2', ++version, { note: 'now' }, [id]);
    const query = { organization, namespace: 'a/poor', judgments: [id], documents: [document], mode: 'require' };
    await eventually(async () => {
      await db.query(`update turn set blocked_until = '-infinity', next_due_at = app.now()`);
      const judged = await documents.ask(judge, query, caller);
      expect(judged.refused).toEqual([{ document: 'd2', judgment_id: id, reason: 'budget_exceeded' }]);
    });
    expect(neighbours.asks).toHaveLength(0);
    const { rows } = await db.query(
      `select p.document_id from pending p join namespace n on n.id = p.namespace_id where n.name = 'a/poor'`,
    );
    expect(rows).toEqual([{ document_id: 'd1' }]);
    neighbours.refusal = null;
    await db.query(`update turn set blocked_until = '-infinity', next_due_at = app.now()`);
    await db.query(`update pending set due_at = app.now()`);
    await eventually(async () => expect(await facts('a/poor')).toHaveLength(1));
  });

  it('forgets a deleted document; one created again starts without a history and with a greater record number', async () => {
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
    neighbours.put('t1', ++version, { note: 'try me', secret: 'secret-t1' }, []);
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

  it('records a failure with the time of the next try, and without a number', async () => {
    const { id } = await create('a/fail', bool('late'));
    const reply = neighbours.reply;
    neighbours.reply = (ask) => ({
      engine_version: 'current+2026-03-02.1',
      answers: ask.questions.map(() => ({ ...noAnswer, failure: 'engine_bad_answer' })),
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
    neighbours.reply = reply;
    await db.query(`update pending set due_at = app.now()`);
    await db.query(`update turn set next_due_at = app.now()`);
    await eventually(async () => expect(await facts('a/fail')).toHaveLength(2));
    expect((await facts('a/fail'))[1].answers[0]).toMatchObject({ failure: null, number: 0.62 });
  });

  it('patches and lists judgments in force; a deleted name comes back and continues its version numbers [JDG-07]', async () => {
    const made = await create('a/life', bool('late', { thresholds: { alarm: 0.4, watch: 0.2 } }));
    expect(made).toMatchObject({ status: 'created', version: 1, judgment: { thresholds: { alarm: 0.4, watch: 0.2 } } });
    const second = await create('a/life', bool('late', { question: 'Other words?', thresholds: { alarm: 0.9 } }));
    expect(second).toMatchObject({ status: 'version_created', version: 2, ignored: ['freshness', 'thresholds'] });
    const patch = { thresholds: { alarm: 0.5, watch: null } };
    const patched = await gateway.ask(patchJudgment, { namespace: 'a/life', name: 'late', patch }, caller);
    expect(patched).toMatchObject({ status: 'updated', version: 2, judgment: { thresholds: { alarm: 0.5 } } });
    expect(neighbours.applied.at(-1)?.column).toMatchObject({ thresholds: { alarm: 0.5 }, active_version: 2 });
    const back = await create('a/life', bool('late'));
    expect(back).toMatchObject({ status: 'activated', version: 1, judgment: { active_version: 1 } });
    expect((await gateway.ask(listJudgments, { namespace: 'a/life' }, caller)).judgments).toHaveLength(1);
    await gateway.ask(deleteJudgment, { namespace: 'a/life', name: 'late' }, caller);
    expect((await gateway.ask(listJudgments, { namespace: 'a/life' }, caller)).judgments).toEqual([]);
    const anew = await create('a/life', bool('late'));
    expect(anew).toMatchObject({ status: 'created', version: 3 });
    expect(anew.id).not.toBe(made.id);
  });
});
