import { Ask, EngineAnswer } from '@app/contracts/engines';
import { RecordedAnswer, createJudgment, judge } from '@app/contracts/judgments';
import { Database, armKillPoints, newId } from '@app/persistence';
import { fullOf } from '@app/problem';
import { callerOf, eventually } from '@app/testing';
import { noAnswer } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const namespace = 'r/rounds';
const best = 'p150';
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let db: Database;
let id: string;
let answer: (ask: Ask) => EngineAnswer[];

/** The best candidate is the likeliest wherever it stands; the others are alike. */
function likely(ask: Ask): EngineAnswer[] {
  return ask.questions.map(({ options = [] }) => {
    const values = options.map(({ value }) => value);
    const rest = (values.includes(best) ? 0.2 : 0.9) / values.length;
    const dist = Object.fromEntries(values.map((value) => [value, value === best ? 0.7 + rest : rest]));
    const value = values.includes(best) ? best : values[0];
    return { ...noAnswer, value, dist, escape_p: 0.1, order: [...values, ''] };
  });
}

beforeAll(async () => {
  judgments = await openJudgments([{}, {}]);
  ({ neighbours, db } = judgments);
  neighbours.reply = (ask) => ({ engine_version: 'current+2026-03-02.1', answers: answer(ask), engine_tokens: null });
  const judgment = {
    name: 'twin',
    type: 'choice',
    question: 'Which one is the same person?',
    options: { from: 'same', show: ['state.name'] },
    context: {
      fields: ['state.name'],
      related: {
        same: {
          join: { theirs: 'attributes.email', mine: 'attributes.email' },
          fields: ['state.name'],
          last_n: 2,
        },
      },
    },
  };
  await judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
  id = neighbours.snapshotOf(namespace, 'twin')!.judgment_id;
  for (let n = 0; n < 300; n += 1) {
    neighbours.put(`p${n}`, n + 1, { name: `Person number ${n}` }, [id]).attributes = { email: 'x@y' };
  }
}, 60_000);
beforeEach(async () => {
  answer = likely;
  neighbours.asks.length = 0;
  neighbours.reserved.length = 0;
  neighbours.released.length = 0;
  await db.query('delete from outbox');
});
afterEach(() => armKillPoints(() => undefined));
afterAll(() => judgments.stop());

/** Reads the answer about a new document of the block. */
async function judged(document: string): Promise<RecordedAnswer> {
  const stored = neighbours.put(document, 1000 + neighbours.documents.size, { name: document }, [id]);
  stored.attributes = { email: 'x@y' };
  const query = { organization, namespace, judgments: [id], documents: [stored], mode: 'require' as const };
  const { answers } = await judgments.documents.ask(judge, query, caller);
  return answers[0];
}

/** The answers that billing and documents receive. */
async function facts(): Promise<{ ask_id: string | null; units: number; answers: RecordedAnswer[] }[]> {
  const { rows } = await db.query<{ payload: string }>(
    `select payload from outbox where subject = 'judgments.answer.recorded.live.v1'`,
  );
  return rows.map(({ payload }) => JSON.parse(payload) as Awaited<ReturnType<typeof facts>>[number]);
}

it('asks heats and a final, and makes one answer with one charge of them [REL-11] [BILL-10]', async () => {
  const recorded = await judged('d1');
  expect(recorded).toMatchObject({ value: best, rounds: 2, escape_p: 0.1, failure: null });
  const [heats, final, ...others] = neighbours.asks;
  expect(others).toEqual([]);
  expect(heats.ask_id).toBe(final.ask_id);
  const sizes = heats.questions.map(({ options = [] }) => options.length);
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(300);
  for (const { questions } of [heats, final]) {
    for (const { options, escape } of questions) {
      expect(options!.length).toBeLessThanOrEqual(254);
      expect(escape).toBe('none of the other options fits');
    }
  }
  expect(final.questions).toHaveLength(1);
  const finalists = final.questions[0].options!.map(({ value }) => value);
  expect(Object.keys(recorded.dist!).sort()).toEqual([...finalists].sort());
  const reserved = neighbours.reserved.flatMap(({ asks }) => asks);
  expect(reserved).toMatchObject([{ ask_id: heats.ask_id }]);
  const [fact, ...more] = await facts();
  expect(more).toEqual([]);
  expect(fact).toMatchObject({ ask_id: heats.ask_id, units: reserved[0].units });
  // The questions of a heat have 500 to 1,000 tokens, so each further one counts two quarters.
  expect(fact.units).toBe(1 + (sizes.length - 1) * 0.5 + 1);
}, 30_000);

it('asks the heats again after a kill between rounds, with one answer and one charge [REL-11]', async () => {
  let kills = 0;
  armKillPoints((name) => {
    if (name === 'judgments.rounds.between' && (kills += 1) <= 2) throw new Error('killed');
  });
  const due = setInterval(() => void db.query('update pending set due_at = app.now() where claim_id is null'), 100);
  const turns = setInterval(() => void db.query('update turn set next_due_at = app.now()'), 100);
  const recorded = await judged('d2').finally(() => [due, turns].forEach(clearInterval));
  expect([kills, recorded.value, recorded.rounds]).toEqual([3, best, 2]);
  const told = await facts();
  expect(told.map(({ ask_id }) => ask_id)).toEqual([neighbours.asks.at(-1)!.ask_id]);
  expect((await db.query(`select from answer where document_id = 'd2'`)).rowCount).toBe(1);
}, 30_000);

it('records nothing of a claim whose lease ended between rounds: another claim has the row [REL-11]', async () => {
  let release = (): void => undefined;
  let stopped = 0;
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  armKillPoints((name) => (name === 'judgments.rounds.between' && (stopped += 1) === 1 ? isHeld : undefined));
  const reading = judged('d3');
  await eventually(async () => expect(stopped).toBe(1));
  await db.query(`update pending set due_at = app.now() where document_id = 'd3'`);
  await db.query('update turn set next_due_at = app.now()');
  expect((await reading).rounds).toBe(2);
  release();
  await eventually(async () => expect(neighbours.released.flatMap(({ asks }) => asks)).toHaveLength(1));
  const [lost] = neighbours.asks;
  expect(neighbours.released).toMatchObject([{ asks: [{ ask_id: lost.ask_id }] }]);
  expect((await facts()).map(({ ask_id }) => ask_id)).toEqual([neighbours.asks.at(-1)!.ask_id]);
  expect((await db.query(`select from answer where document_id = 'd3'`)).rowCount).toBe(1);
}, 30_000);

it('fails with the reason of a heat that failed, and charges nothing [REL-11]', async () => {
  answer = (ask) => likely(ask).map((one, n) => (n === 1 ? { ...noAnswer, failure: 'engine_no_signal' } : one));
  expect(await judged('d4')).toMatchObject({ failure: 'engine_no_signal', value: null });
  expect(neighbours.asks).toHaveLength(1);
  expect((await facts()).map(({ units }) => units)).toEqual([0]);
  // It would be tried again, beside what other tests ask.
  await db.query('delete from pending');
}, 30_000);

it('waits as a whole when the engine is busy in a later round [REL-11]', async () => {
  let calls = 0;
  answer = (ask) => {
    calls += 1;
    if (calls === 2) throw fullOf('engine', 'busy', 1);
    return likely(ask);
  };
  const turns = setInterval(() => {
    void db.query('update pending set due_at = app.now() where claim_id is null');
    void db.query('update turn set next_due_at = app.now()');
  }, 100);
  expect(await judged('d5').finally(() => clearInterval(turns))).toMatchObject({ value: best, rounds: 2 });
  expect(calls).toBe(4);
  expect((await facts()).map(({ ask_id }) => ask_id)).toEqual([neighbours.asks.at(-1)!.ask_id]);
}, 30_000);

it('answers without an ask where there is nothing to choose [REL-11]', async () => {
  const alone = neighbours.put('alone', 5000, { name: 'alone' }, [id]);
  alone.attributes = { email: 'nobody@y' };
  const query = { organization, namespace, judgments: [id], documents: [alone], mode: 'require' as const };
  const { answers, usage } = await judgments.documents.ask(judge, query, caller);
  expect(answers).toMatchObject([{ value: null, escape_p: 1, dist: {}, rounds: 0, failure: null, same: false }]);
  expect(answers[0].engine_version).toBe('current+2026-03-02.1');
  expect([usage.judgment_units, neighbours.asks.length, neighbours.reserved.length]).toEqual([0, 0, 0]);
  expect(await facts()).toMatchObject([{ ask_id: null, units: 0 }]);
  const { rows } = await db.query(`select ask_id, units, context_hash from answer where document_id = 'alone'`);
  expect(rows).toEqual([{ ask_id: null, units: 0, context_hash: expect.any(String) as string }]);
}, 30_000);
