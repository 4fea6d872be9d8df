import type { Running } from '@app/boot';
import { ensureStream } from '@app/bus/testing';
import { createJudgment, documentChangedLive, engineChanged, judge, streams } from '@app/contracts';
import { Database, armKillPoints, newId } from '@app/persistence';
import { FakeService, callerOf, eventually, freshSchema, startService } from '@app/testing';
import { judgmentsSchema } from '../app.schema';
import { judgmentsService } from '../app.service';
import { World, jev } from '../testing/fake-neighbours';

const organization = newId('org');
const caller = callerOf(organization);
const world = new World();
const fakes: FakeService[] = [];
const namespace = 'k/kills';
const places = [
  'judgments.pending.after-commit',
  'judgments.claim.after',
  'judgments.reserve.after',
  'judgments.ask.after',
  'judgments.record.before-commit',
  'judgments.record.after-commit',
];
let replicas: Running[];
let db: Database;

beforeAll(async () => {
  await freshSchema(judgmentsSchema);
  replicas = [await startService(judgmentsService), await startService(judgmentsService, { env: { REPLICA: '1' } })];
  db = replicas[0].platform.database;
  for (const stream of streams()) await ensureStream(replicas[0].platform.bus.connection.jsm, stream);
  const broker = await FakeService.open('engine-broker', world.brokerTable());
  fakes.push(broker, await FakeService.open('gateway'));
  fakes.push(await FakeService.open('documents', world.documentsTable()));
  fakes.push(await FakeService.open('billing', world.billingTable()));
  fakes.push(await FakeService.open('calibration', world.holderTable()));
  await broker.say(engineChanged, jev);
  await eventually(async () => expect((await db.query("select from engine where name = 'jev'")).rows).toHaveLength(1));
});
afterAll(async () => {
  armKillPoints(() => undefined);
  for (const fake of fakes) await fake.stop();
  for (const replica of replicas) await replica.stop();
});

it('ends with one answer for the last version of each document, told and charged once, wherever it dies', async () => {
  const made = await fakes[1].ask(
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
  const { judgment_id: id } = world.columns[0].column;
  const reached = new Map<string, number>();
  armKillPoints((name) => {
    const times = (reached.get(name) ?? 0) + 1;
    reached.set(name, times);
    if (places.includes(name) && times % 3 === 1 && times < 12) throw new Error('killed');
  });
  const ids = Array.from({ length: 120 }, (_, i) => `d${i}`);
  let version = 0;
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < ids.length; at += 20) {
      version += 1;
      const some = ids.slice(at, at + 20);
      for (const document of some) world.put(document, version, { note: `${document} ${round}` }, [id]);
      await fakes[2].say(documentChangedLive, {
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
      // What a killed process left claimed comes again when its lease ends, and what failed after a while: here, at once.
      await db.query(
        `update pending set due_at = app.now() where claim_id is null or due_at < app.now() + interval '58 s'`,
      );
      await db.query('update turn set next_due_at = app.now()');
      expect((await db.query('select from pending')).rows).toHaveLength(0);
      const { rows } = await db.query<{ document_id: string; seen: string }>('select document_id, seen from head');
      expect(rows).toHaveLength(ids.length);
      for (const row of rows) expect(Number(row.seen)).toBe(world.documents.get(row.document_id)?.version);
    },
    40_000,
    200,
  );
  armKillPoints(() => undefined);
  for (const place of places) expect(reached.get(place) ?? 0).toBeGreaterThanOrEqual(2);
  const { rows: twice } = await db.query(
    'select document_id, context_hash from answer group by 1, 2 having count(*) > 1',
  );
  expect(twice).toEqual([]);
  const { rows: facts } = await db.query<{ payload: string }>(
    `select payload from outbox where subject = 'judgments.answer.recorded.live.v1'`,
  );
  const told = facts.map(
    ({ payload }) =>
      JSON.parse(payload) as {
        ask_id: string | null;
        units: number;
        answers: { record: number; same: boolean; failure: string | null }[];
      },
  );
  const { rows: answers } = await db.query<{ n: string }>('select count(*) as n from answer');
  expect(told.flatMap((fact) => fact.answers.filter(({ same, failure }) => !same && failure === null))).toHaveLength(
    Number(answers[0].n),
  );
  expect(told.reduce((sum, { units }) => sum + units, 0)).toBe(Number(answers[0].n));
  const records = told.flatMap((fact) => fact.answers.map(({ record }) => record));
  expect(new Set(records).size).toBe(records.length);
}, 60_000);

it('answers readers whichever replica judges, and tells the cost of an answer to one of them [BILL-01] [BILL-10]', async () => {
  const judgment = { name: 'read', type: 'bool', question: 'Is it read?', context: { fields: ['state.note'] } };
  await fakes[1].ask(createJudgment, { namespace, judgment: judgment as never }, caller);
  const id = world.columns.find(({ column }) => column.name === 'read')!.column.judgment_id;
  // Two readers for each document.
  const asked = Array.from({ length: 80 }, async (_, reader) => {
    const i = reader % 40;
    const document = world.put(`r${i}`, 1000 + i, { note: `r${i}` }, [id]);
    const query = { organization, namespace, judgments: [id], documents: [document], mode: 'require' };
    return fakes[2].ask(judge, query, caller);
  });
  const all = await Promise.all(asked);
  for (const [reader, judged] of all.entries()) {
    const i = reader % 40;
    expect(judged.refused).toEqual([]);
    expect(judged.answers).toMatchObject([{ document: `r${i}`, number: 0.62, seen: 1000 + i, failure: null }]);
  }
  const { rows } = await db.query<{ n: string }>('select count(*) as n from answer where judgment_id = $1', [id]);
  expect(Number(rows[0].n)).toBe(40);
  const usage = all.map((judged) => judged.usage);
  expect(usage.reduce((sum, { judgment_units: units }) => sum + units, 0)).toBe(40);
  expect(usage.reduce((sum, { cost_usd: usd }) => sum + usd, 0)).toBeCloseTo(0.04, 6);
  expect(usage.filter(({ by_judgment: by }) => by['read'] === 1)).toHaveLength(40);
}, 30_000);
