import { budgetChanged } from '@app/contracts/billing';
import { documentChangedBulk, documentChangedLive } from '@app/contracts/documents';
import { EngineReply, engineChanged } from '@app/contracts/engines';
import { QueueExplanation, createJudgment, explainAnswer, getJudgment } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { deferred } from './pending/lane';
import { jev, noAnswer } from '../testing/fake-engine';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const hourMs = 3_600_000;
const text = 'what only its owner may read';
let judgments: OpenJudgments;
let namespace: string;
let judgmentId: string;

beforeAll(async () => {
  judgments = await openJudgments();
});
afterAll(() => judgments.stop());
beforeEach(() => {
  namespace = newId('ask');
});

async function judgmentWith(debounce_ms: number): Promise<void> {
  const freshness = { policy: 'on_change', debounce_ms, max_wait_ms: debounce_ms };
  const judgment = { name: 'late', type: 'bool', question: 'Late?', context: { fields: ['state.note'] }, freshness };
  await judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
  judgmentId = judgments.neighbours.snapshotOf(namespace, 'late')!.judgment_id;
}

/** A change of the document `d1` that the judgment reads. */
async function write(version: number): Promise<void> {
  judgments.neighbours.put('d1', version, { note: text }, [judgmentId]);
  const documents = [{ id: 'd1', version, set: 0 }];
  const about = { organization, namespace, cause: 'write' as const, changed_at: new Date().toISOString() };
  await judgments.documents.say(documentChangedLive, { ...about, sets: [[judgmentId]], documents });
}

const explain = (document = 'd1'): Promise<QueueExplanation> =>
  judgments.gateway.ask(explainAnswer, { namespace, document, judgment: 'late' }, caller);
const explained = (expected: object): Promise<void> =>
  eventually(async () => expect(await explain()).toMatchObject(expected));

it('an answer waits for the end of its debounce, and while the budget is spent for money [O-STALE]', async () => {
  await judgmentWith(hourMs);
  expect(await explain()).toMatchObject({ queue: [], last: null, paused: false });
  await write(3);
  const row = { version: 1, lane: 'on_change', changes: 1, attempts: 0, job: null };
  await explained({ queue: [{ ...row, reason: 'debounce' }] });
  const found = await explain();
  const [{ since, due_at }] = found.queue;
  expect(Date.parse(due_at!) - Date.parse(since)).toBe(hourMs);
  expect(found).toMatchObject({
    definition: { version: 1, template: null, policy: 'on_change', debounce_ms: hourMs, engine: jev.engine },
    engine: { active: true, circuit_open: false },
    fanout: { held: false, used: 0, deferred: false, resumes_at: null },
  });
  const month = { spend_month_usd: 1, month: '2026-03', changed_at: new Date().toISOString() };
  const paused = { organization, namespace, paused: true, revision: 1, ...month };
  await judgments.billing.say(budgetChanged, paused);
  await explained({ paused: true, queue: [{ ...row, reason: 'budget', due_at: null }] });
  expect((await explain('another')).queue).toEqual([]);
});

it('an answer that a walk has queued waits behind the changes of now, and a change delays and doubles nothing [REL-F2]', async () => {
  await judgmentWith(hourMs);
  const { neighbours, documents } = judgments;
  const about = { organization, namespace, cause: 'column' as const, changed_at: new Date().toISOString() };
  const tell = async (id: string) => {
    neighbours.put(id, 3, { note: text }, [judgmentId]);
    await documents.say(documentChangedBulk, {
      ...about,
      sets: [[judgmentId]],
      documents: [{ id, version: 3, set: 0 }],
    });
  };
  await tell('d2');
  const walked = { version: 1, reason: 'debounce', job: null };
  await eventually(async () =>
    expect((await explain('d2')).queue).toMatchObject([{ ...walked, lane: 'backfill', changes: 1 }]),
  );
  await write(3);
  await explained({ queue: [{ ...walked, lane: 'on_change', changes: 1 }] });
  const [{ due_at }] = (await explain()).queue;
  await tell('d1');
  await explained({ queue: [{ ...walked, lane: 'on_change', changes: 2, due_at }] });
});

it('an answer that is being asked is claimed until its lease ends, and a failure stays as the last try [O-STALE]', async () => {
  await judgmentWith(0);
  let answer: (reply: EngineReply) => void = () => undefined;
  judgments.neighbours.reply = () => new Promise((resolve) => (answer = resolve));
  await write(5);
  await explained({ queue: [{ reason: 'claimed' }], last: null });
  expect((await explain()).queue[0].due_at).not.toBeNull();
  answer({
    engine_version: 'current+2026-03-02.1',
    answers: [{ ...noAnswer, failure: 'engine_bad_answer' }],
    engine_tokens: null,
  });
  const last = { failure: 'engine_bad_answer', document_version: 5, seen: 5 };
  await explained({ queue: [{ reason: 'debounce', attempts: 1 }], last });
  expect(JSON.stringify(await explain())).not.toContain(text);
});

it('fan-out past its limit says when it has room again, and an open circuit since when [O-STALE]', async () => {
  await judgmentWith(0);
  const { db } = judgments;
  const { rows } = await db.query<{ id: string }>(
    'insert into namespace (organization, name) values ($1, $2) returning id',
    [organization, namespace],
  );
  const key = [rows[0].id, judgmentId];
  await db.query(
    `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
     values ($1, 'd1', $2, ${deferred}, 'infinity', app.now(), 0, 1, 1)`,
    key,
  );
  await db.query(
    `insert into deferral (namespace_id, judgment_id, name, resumes_at, told_at)
     values ($1, $2, 'late', app.now() + interval '2 h', app.now())`,
    key,
  );
  await judgments.broker.say(engineChanged, { ...jev, circuit_open: true, revision: 2 });
  await explained({
    queue: [{ lane: 'deferred', reason: 'fanout_limit', due_at: null }],
    engine: { circuit_open: true },
  });
  const { fanout } = await explain();
  expect(fanout).toMatchObject({ deferred: true, used: 0 });
  expect(fanout.resumes_at).not.toBeNull();
});

it('the figures of a judgment say how much of its rolling limit is used, in a namespace alone [REL-F10] [REL-13]', async () => {
  const ask = async (judgment: object, on: string) => {
    await judgments.gateway.ask(createJudgment, { namespace: on, judgment: judgment as never }, caller);
    const { stats } = await judgments.gateway.ask(getJudgment, { namespace: on, name: 'late' }, caller);
    return stats.fanout;
  };
  const related = { customer: { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier'] } };
  const freshness = { policy: 'on_read', fanout: { rolling_limit: 7 } };
  const bare = { name: 'late', type: 'bool', question: 'Late?', context: { fields: ['state.note'] } };
  const following = { ...bare, context: { fields: ['state.note'], related }, freshness };
  expect(await ask(following, namespace)).toEqual({ used_24h: 0, limit: 7, deferred: 0, resumes_at: null });
  expect(await ask(bare, `${namespace}/bare`)).toBeUndefined();
  expect(await ask(following, `${namespace}/under/*`)).toBeUndefined();
});

it('names the template that the definition in force is inherited from [O-STALE]', async () => {
  const judgment = { name: 'late', type: 'bool', question: 'Late?', context: { fields: ['state.note'] } };
  await judgments.gateway.ask(createJudgment, { namespace: `${namespace}/*`, judgment: judgment as never }, caller);
  const query = { namespace: `${namespace}/one`, document: 'd1', judgment: 'late' };
  const { definition, queue } = await judgments.gateway.ask(explainAnswer, query, caller);
  expect(definition).toMatchObject({ version: 1, template: `${namespace}/*` });
  expect(queue).toEqual([]);
});

it('tells nothing of a judgment that the organization does not have [O-STALE]', async () => {
  await judgmentWith(0);
  const query = { namespace, document: 'd1', judgment: 'late' };
  expect(await refusalOf(judgments.gateway.ask(explainAnswer, query, callerOf(newId('org'))))).toMatchObject({
    code: 'not_found',
  });
});
