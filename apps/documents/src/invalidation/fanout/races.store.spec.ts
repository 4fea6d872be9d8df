import type { DocumentChanged, UpsertOperation } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { stepped } from './stepped.fake';

const org = 'org_races';
const isLong = process.env.LONG === '1';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(20);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

const reads = { read_paths: ['state.note', 'attributes.customer'] };
const order = (id: string, customer = 'c1'): UpsertOperation => ({ id, attributes: { customer }, state: { note: id } });
const tier = (value: string, id = 'c1'): UpsertOperation => ({ id, state: { tier: value } });
const write = (ns: string, ...upsert: UpsertOperation[]) => harness.write(org, ns, { upsert });

let record = 0;
/** Judges documents as the service does: reads them with their targets in one snapshot, and records later. */
async function fetched(ns: string, ids: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await harness.database.query<{ id: string; wanted: string; tier: string | null }>(
    `select d.id, coalesce(a.wanted, d.version) as wanted, t.state ->> 'tier' as tier
     from namespace n join document d on d.namespace_id = n.id and d.id = any($2::text[])
       left join answer a on a.namespace_id = n.id and a.document_id = d.id and a.judgment_id = 'jdg_late'
       left join document t on t.namespace_id = n.id and t.id = d.attributes ->> 'customer'
     where n.name = $1`,
    [ns, ids],
  );
  return async () => {
    const answers = rows.map(({ id, wanted, tier: value }) => {
      record += 1;
      const seen = Number(wanted);
      return anAnswer(id, 'late', { record, answer_id: `ans_${record}`, document_version: seen, seen, value });
    });
    if (answers.length > 0) await harness.applyAnswers(org, ns, answers);
  };
}
const judge = async (ns: string, ids: readonly string[]) => (await fetched(ns, ids))();

/** Ids of the documents of facts that were published since the last call. */
function told(ns: string): () => Promise<string[]> {
  let known = 0;
  return async () => {
    const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.%');
    const own = all
      .filter(({ namespace }) => namespace === ns)
      .flatMap(({ documents }) => documents.map(({ id }) => id));
    const fresh = own.slice(known);
    known = own.length;
    return [...new Set(fresh)];
  };
}

async function statusOf(ns: string, id: string): Promise<string> {
  const [document] = (await harness.read(org, ns, [id])).documents;
  return document.answers!.late.status;
}
/** The value of an answer, and the value that the document's present target gives, of one moment. */
async function stored(ns: string, id: string): Promise<{ value: string | null; tier: string | null }> {
  const { rows } = await harness.database.query<{ value: string | null; tier: string | null }>(
    `select a.value, t.state ->> 'tier' as tier
     from namespace n join document d on d.namespace_id = n.id and d.id = $2
       join answer a on a.namespace_id = n.id and a.document_id = d.id
       left join document t on t.namespace_id = n.id and t.id = d.attributes ->> 'customer'
     where n.name = $1`,
    [ns, id],
  );
  return rows[0];
}
/** Status and values of one moment, although answers are recorded meanwhile: what stands before and after the status. */
async function answerOf(
  ns: string,
  id: string,
): Promise<{ status: string; value: string | null; tier: string | null }> {
  for (let before = await stored(ns, id); ;) {
    const status = await statusOf(ns, id);
    const after = await stored(ns, id);
    if (before.value === after.value && before.tier === after.tier) return { status, ...after };
    before = after;
  }
}
const freeLeases = () => harness.database.query('update fanout_walk set lease_until = null');
async function walkAll(): Promise<void> {
  do await freeLeases();
  while (await harness.fanouts.turn());
}
async function values(ns: string): Promise<Map<string | null, number>> {
  const { rows } = await harness.database.query<{ value: string | null; n: string }>(
    `select a.value, count(*) as n from answer a join namespace n on n.id = a.namespace_id
     where n.name = $1 and a.document_id like 'o%' group by 1`,
    [ns],
  );
  return new Map(rows.map(({ value, n }) => [value, Number(n)]));
}
const stale = async (ns: string) =>
  (await harness.query(org, ns, { filter: { 'answers.late.status': 'stale' }, count: true, limit: 1, include: [] }))
    .count;

it('ends with the last value everywhere when the target changes at each chunk of its own walk (race 4)', async () => {
  const ns = 'race/moving';
  await harness.putJudgment(org, ns, 'late', { ...related(aPointer()), ...reads });
  const ids = Array.from({ length: 1500 }, (_, n) => `o${String(n).padStart(4, '0')}`);
  for (let at = 0; at < ids.length; at += 500) await write(ns, ...ids.slice(at, at + 500).map((id) => order(id)));
  await judge(ns, ids);
  // As autovacuum does: the plans of walks are for as many documents as there are.
  await harness.database.query('analyze document; analyze answer');
  const since = told(ns);
  await since();
  await write(ns, tier('0'));
  await harness.drainRelated();
  let changes = 0;
  for (; await harness.fanouts.turn(); await freeLeases()) {
    await judge(ns, await since());
    if (changes < 7) {
      await write(ns, tier(String(++changes)));
      await harness.drainRelated();
      // Before the cursor and behind it, nothing that was judged with an older value reads fresh.
      expect(await stale(ns)).toBe(1500);
    }
  }
  await judge(ns, await since());
  expect([await stale(ns), await values(ns)]).toEqual([0, new Map([['7', 1500]])]);
}, 60_000);

it('is judged within the longest wait although its target changes all the time (race 5)', async () => {
  const ns = 'race/restless';
  const fanout = { debounce_ms: 60_000, max_wait_ms: 90_000 };
  await harness.putJudgment(org, ns, 'late', { ...related(aPointer()), ...reads, fanout });
  await write(ns, order('o1'), order('o2'));
  await judge(ns, ['o1', 'o2']);
  const since = told(ns);
  await since();
  const walkedAt: number[] = [];
  // Each step is ten seconds in which the target changes: all that waits is ten seconds older.
  for (let second = 0; second <= 200; second += 10) {
    await harness.database.query(`update fanout_walk set first_change_at = first_change_at - interval '10 seconds',
      last_change_at = last_change_at - interval '10 seconds', due_at = due_at - interval '10 seconds', lease_until = null`);
    await write(ns, tier(String(second)));
    await harness.drainRelated();
    await walkAll();
    const touched = await since();
    if (touched.includes('o1') && touched.includes('o2')) walkedAt.push(second);
  }
  expect(walkedAt).toEqual([90, 190]);
});

it('keeps what reads fresh equal to what is stored while a document begins to point at a changing one (race 6)', async () => {
  let world = 0;
  const steps = fc.array(fc.constantFrom('order', 'target', 'target', 'drain', 'walk', 'judge'), {
    minLength: 12,
    maxLength: 40,
  });
  const run = async (schedule: readonly string[]): Promise<void> => {
    const ns = `race/point/${(world += 1)}`;
    await harness.putJudgment(org, ns, 'late', { ...related(aPointer()), ...reads });
    await write(ns, order('o1', 'c0'), tier('old'), tier('other', 'c0'));
    await judge(ns, ['o1']);
    const ref = { organization: org, namespace: ns };
    const writer = (one: UpsertOperation) =>
      stepped(harness.database, (tx) => harness.lockedWrites.writeWithin(tx, ref, { upsert: [one] }, 'live'));
    const writers = { order: writer(order('o1')), target: writer(tier('new')) };
    // What locks the judged document waits for its writer, so nobody waits for it here.
    const waiting: Promise<unknown>[] = [];
    const expectHonest = async (): Promise<void> => {
      const { status, value, tier: now } = await answerOf(ns, 'o1');
      if (status === 'fresh') expect(value).toBe(now);
    };
    for (const step of schedule) {
      if (step === 'order' || step === 'target') await writers[step].step();
      if (step === 'drain') await harness.drainRelated();
      if (step === 'walk') waiting.push(freeLeases().then(() => harness.fanouts.turn()));
      if (step === 'judge') waiting.push((await fetched(ns, ['o1']))());
      await expectHonest();
    }
    const both = [writers.target, writers.order];
    while (both.some((one) => !one.done())) for (const one of both) await one.step();
    await Promise.all(waiting);
    await expectHonest();
    await harness.drainRelated();
    await walkAll();
    await judge(ns, ['o1']);
    expect(await answerOf(ns, 'o1')).toEqual({ status: 'fresh', value: 'new', tier: 'new' });
  };
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: isLong ? 300 : 15, endOnFailure: true });
}, 300_000);

it('commits rounds in the order in which they are drawn, also when a process stops (race 9)', async () => {
  const ns = 'race/rounds';
  await harness.putJudgment(org, ns, 'late', { ...related(aPointer()), ...reads });
  await write(ns, order('o1'), order('o2', 'c2'));
  await judge(ns, ['o1', 'o2']);
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
  const [{ id: namespaceId }] = rows;
  const rounds = async () => {
    const found = await harness.database.query<{ key: string; round: string }>(
      `select convert_from(substr(key, 2), 'UTF8') as key, round from fanout_walk where namespace_id = $1 order by round`,
      [namespaceId],
    );
    return found.rows.map(({ key }) => key);
  };
  let [goOn, isStopped] = [(): void => undefined, (): void => undefined];
  const stopped = new Promise<void>((resolve) => (isStopped = resolve));
  let times = 0;
  armKillPoints(async (name) => {
    if (name !== 'documents.related.before-commit' || times++ > 0) return;
    isStopped();
    await new Promise<void>((resolve) => (goOn = resolve));
  });
  await write(ns, tier('a'));
  const first = harness.drains.drain(namespaceId);
  await stopped;
  await write(ns, tier('b', 'c2'));
  const other = harness.another();
  // The rounds of the first are drawn and not committed: the other one draws none, or waits for them.
  expect(await other.drains.drain(namespaceId)).toBe(false);
  expect(await rounds()).toEqual([]);
  const second = other.drains.drain(namespaceId, true);
  goOn();
  await Promise.all([first, second]);
  expect(await rounds()).toEqual(['c1', 'c2']);
});

it('lets batches over the same parents in opposite orders and drains go on together (race 11)', async () => {
  const ns = 'race/batches';
  await harness.putJudgment(org, ns, 'late', { ...related(anEntity()), ...reads });
  const parents = Array.from({ length: 8 }, (_, n) => `p${n}`);
  await write(ns, ...parents.map((id) => ({ id, state: { note: id } })));
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
  const others = [harness.another(), harness.another()];
  const batch = (name: string, round: number, of: readonly string[]) =>
    write(ns, ...of.map((account, n) => ({ id: `${name}${n}`, attributes: { account }, state: { text: `${round}` } })));
  const rounds = isLong ? 1000 : 40;
  const since = told(ns);
  for (let round = 0; round < rounds; round++) {
    await Promise.all([
      batch('a', round, parents),
      batch('b', round, parents.toReversed()),
      ...others.map((other) => other.drains.drain(rows[0].id, true)),
      // Its answers move while the drains touch them.
      judge(ns, parents),
    ]);
  }
  await harness.drainRelated();
  expect((await since()).filter((id) => id.startsWith('p')).sort()).toEqual(parents);
}, 300_000);

it('has one walk for a target that was deleted and made again inside of the debounce (race 22)', async () => {
  const ns = 'race/again';
  await harness.putJudgment(org, ns, 'late', { ...related(aPointer()), ...reads });
  await write(ns, order('o1'), order('o2'), tier('old'));
  await harness.drainRelated();
  await walkAll();
  await judge(ns, ['o1', 'o2']);
  const since = told(ns);
  await since();
  await harness.write(org, ns, { delete: [{ id: 'c1' }] });
  expect(await statusOf(ns, 'o1')).toBe('stale');
  await write(ns, tier('new'));
  await harness.drainRelated();
  const walks = await harness.database.query(
    'select from fanout_walk where namespace_id = (select id from namespace where name = $1)',
    [ns],
  );
  expect(walks.rowCount).toBe(1);
  await walkAll();
  expect((await since()).filter((id) => id.startsWith('o'))).toEqual(['o1', 'o2']);
  await judge(ns, ['o1', 'o2']);
  expect(await values(ns)).toEqual(new Map([['new', 2]]));
});
