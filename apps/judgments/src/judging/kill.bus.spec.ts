import { documentChangedLive } from '@app/contracts/documents';
import { createJudgment, judge } from '@app/contracts/judgments';
import { Database, armKillPoints, newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const namespace = 'k/kills';
const killPoints = [
  'judgments.pending.after-commit',
  'judgments.claim.after',
  'judgments.reserve.after',
  'judgments.ask.after',
  'judgments.record.before-commit',
  'judgments.record.after-commit',
];
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let db: Database;

beforeAll(async () => {
  judgments = await openJudgments([{}, {}]);
  ({ neighbours, db } = judgments);
});
afterAll(() => judgments.stop());

it('ends with one answer for the last version of each document, published and charged once, wherever a process dies', async () => {
  const made = await judgments.gateway.ask(
    createJudgment,
    {
      namespace,
      judgment: {
        name: 'late',
        type: 'bool',
        question: 'Will it be late?',
        context: { fields: ['state.note'] },
        freshness: { policy: 'on_change', debounce_ms: 0 },
      } as never,
    },
    caller,
  );
  expect(made.status).toBe('created');
  const { judgment_id: id } = neighbours.applied[0].column;
  const reached = new Map<string, number>();
  armKillPoints((name) => {
    const times = (reached.get(name) ?? 0) + 1;
    reached.set(name, times);
    if (killPoints.includes(name) && times % 3 === 1 && times < 12) throw new Error('killed');
  });
  const ids = Array.from({ length: 120 }, (_, i) => `d${i}`);
  let version = 0;
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < ids.length; at += 20) {
      version += 1;
      const some = ids.slice(at, at + 20);
      for (const document of some) neighbours.put(document, version, { note: `${document} ${round}` }, [id]);
      await judgments.documents.say(documentChangedLive, {
        organization,
        namespace,
        sets: [[id]],
        documents: some.map((document) => ({ id: document, version, set: 0 })),
        cause: 'write',
        changed_at: new Date().toISOString(),
      });
    }
  }
  await eventually(
    async () => {
      // Rows of a killed process are due when their lease ends, and failed rows after a while; here both are due at once.
      await db.query(
        `update pending set due_at = app.now() where claim_id is null or due_at < app.now() + interval '58 s'`,
      );
      await db.query('update turn set next_due_at = app.now()');
      expect((await db.query('select from pending')).rows).toHaveLength(0);
      const { rows } = await db.query<{ document_id: string; seen: string }>('select document_id, seen from head');
      expect(rows).toHaveLength(ids.length);
      for (const row of rows) expect(Number(row.seen)).toBe(neighbours.documents.get(row.document_id)?.version);
    },
    40_000,
    200,
  );
  armKillPoints(() => undefined);
  for (const point of killPoints) expect(reached.get(point) ?? 0).toBeGreaterThanOrEqual(2);
  const { rows: twice } = await db.query(
    'select document_id, context_hash from answer group by 1, 2 having count(*) > 1',
  );
  expect(twice).toEqual([]);
  const { rows: facts } = await db.query<{ payload: string }>(
    `select payload from outbox where subject = 'judgments.answer.recorded.live.v1'`,
  );
  const published = facts.map(
    ({ payload }) =>
      JSON.parse(payload) as {
        ask_id: string | null;
        units: number;
        answers: { record: number; same: boolean; failure: string | null }[];
      },
  );
  const { rows: answers } = await db.query<{ n: string }>('select count(*) as n from answer');
  expect(
    published.flatMap((fact) => fact.answers.filter(({ same, failure }) => !same && failure === null)),
  ).toHaveLength(Number(answers[0].n));
  expect(published.reduce((sum, { units }) => sum + units, 0)).toBe(Number(answers[0].n));
  const records = published.flatMap((fact) => fact.answers.map(({ record }) => record));
  expect(new Set(records).size).toBe(records.length);
}, 60_000);

it('answers readers whichever replica judges, and reports the cost of an answer to one of them [BILL-01] [BILL-10]', async () => {
  const judgment = { name: 'read', type: 'bool', question: 'Is it read?', context: { fields: ['state.note'] } };
  await judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
  const id = neighbours.snapshotOf(namespace, 'read')!.judgment_id;
  // Two readers for each document.
  const asked = Array.from({ length: 80 }, async (_, reader) => {
    const i = reader % 40;
    const document = neighbours.put(`r${i}`, 1000 + i, { note: `r${i}` }, [id]);
    const query = { organization, namespace, judgments: [id], documents: [document], mode: 'require' };
    return judgments.documents.ask(judge, query, caller);
  });
  const all = await Promise.all(asked);
  for (const [reader, judged] of all.entries()) {
    const i = reader % 40;
    expect(judged.refused).toEqual([]);
    const about = { document: `r${i}`, seen: 1000 + i, failure: null };
    const answer = { ...about, same: false, number: 0.62 };
    // A reader that comes after the answer of the other one is handed that nothing changed, and the answer that stays.
    const same = judged.answers[0]?.same ? [{ ...about, number: null }] : [];
    expect(judged.answers).toMatchObject([...same, answer]);
  }
  const { rows } = await db.query<{ n: string }>('select count(*) as n from answer where judgment_id = $1', [id]);
  expect(Number(rows[0].n)).toBe(40);
  const usage = all.map((judged) => judged.usage);
  expect(usage.reduce((sum, { judgment_units: units }) => sum + units, 0)).toBe(40);
  expect(usage.reduce((sum, { cost_usd: usd }) => sum + usd, 0)).toBeCloseTo(0.04, 6);
  expect(usage.filter(({ by_judgment: by }) => by['read'] === 1)).toHaveLength(40);
}, 30_000);
