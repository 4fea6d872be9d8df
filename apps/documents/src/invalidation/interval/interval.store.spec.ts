import { DocumentChanged } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { IntervalWorker } from './interval.worker';

const org = 'org_interval';
const quarterMs = 15 * 60_000;
const many = 40;
let harness: DocumentsHarness;
let worker: IntervalWorker;
let aheadMs = 0;

const ids = Array.from({ length: many }, (_, n) => `d${String(n).padStart(2, '0')}`);

beforeAll(async () => {
  harness = await openDocuments();
  worker = new IntervalWorker(harness.database, harness.snapshots, harness.logger);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await harness.close();
});

async function pass(ms: number): Promise<void> {
  aheadMs += ms;
  await setClock(testEnvironment().adminUrl, aheadMs);
}

/** Passes to an instant: what the test itself takes does not count, so that no moment comes twice. */
async function passTo(atMs: number): Promise<void> {
  await pass(atMs - Date.now() - aheadMs);
}

/** Invalidates everything that is due now. */
async function sweep(): Promise<void> {
  await worker.discover();
  while (await worker.turn());
}

/** A namespace with a judgment that has an interval, and documents that were never judged. */
async function stage(namespace: string, others: object = {}): Promise<void> {
  await harness.write(org, namespace, { upsert: ids.map((id, n) => ({ id, attributes: { n }, state: { note: id } })) });
  await harness.putJudgment(org, namespace, 'tick', { policy: 'interval', interval_ms: quarterMs, ...others });
  await sweep();
}

/** Every answer that an interval has invalidated in a namespace, oldest first. */
async function touched(namespace: string): Promise<{ id: string; version: number }[]> {
  const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  const own = facts.filter((fact) => fact.namespace === namespace);
  for (const fact of own) expect(fact).toMatchObject({ cause: 'interval', sets: [['jdg_tick']] });
  return own.flatMap(({ documents }) => documents);
}

async function judgeAll(namespace: string, record: number): Promise<void> {
  const wanted = new Map((await touched(namespace)).map(({ id, version }) => [id, version]));
  const answers = [...wanted].map(([id, seen]) =>
    anAnswer(id, 'tick', {
      record,
      document_version: 1_000_000,
      seen,
      judged_at: new Date(Date.now() + aheadMs).toISOString(),
    }),
  );
  await harness.applyAnswers(org, namespace, answers);
}

const counts = async (namespace: string) => {
  const times = new Map<string, number>();
  for (const { id } of await touched(namespace)) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
};

async function reads(namespace: string): Promise<Set<string>> {
  const { documents } = await harness.read(org, namespace, ids);
  return new Set(documents.map(({ answers }) => answers!['tick'].stale_reason ?? answers!['tick'].status));
}

describe('an interval', () => {
  it('invalidates each document once, spread over the interval, never judged ones too, and again in the next [FRS-09]', async () => {
    const ns = 'iv/spread';
    await stage(ns);
    const begunMs = Date.now() + aheadMs;
    expect(await touched(ns)).toEqual([]);
    expect(await reads(ns)).toEqual(new Set(['unavailable']));
    await passTo(begunMs + quarterMs / 3);
    await sweep();
    const first = (await touched(ns)).length;
    // Their hashes spread them: a third of the interval has some of the forty documents, and not all.
    expect([first > 0, first < many]).toEqual([true, true]);
    expect(await reads(ns)).toEqual(new Set(['unavailable', 'pending']));
    for (let third = 2; third <= 3; third++) {
      await passTo(begunMs + (third * quarterMs) / 3);
      await sweep();
    }
    expect([...(await counts(ns)).values()]).toEqual(ids.map(() => 1));
    await judgeAll(ns, 1);
    expect(await reads(ns)).toEqual(new Set(['fresh']));
    await passTo(begunMs + 2 * quarterMs);
    expect(await reads(ns)).toEqual(new Set(['fresh']));
    await sweep();
    expect(await reads(ns)).toEqual(new Set(['interval_elapsed']));
    expect([...(await counts(ns)).values()]).toEqual(ids.map(() => 2));
    // An answer that was not judged in between keeps its wanted version, which is published again.
    const before = new Map((await touched(ns)).map(({ id, version }) => [id, version]));
    await pass(quarterMs);
    await sweep();
    for (const { id, version } of await touched(ns)) expect(version).toBeLessThanOrEqual(before.get(id)!);
  }, 30_000);

  it('leaves out documents that the judgment does not apply to, and judgments that have another policy by now', async () => {
    const ns = 'iv/some';
    await stage(ns, { applies_to: { 'attributes.n': { lt: 10 } } });
    await pass(quarterMs);
    await sweep();
    expect([...(await counts(ns)).keys()].sort()).toEqual(ids.slice(0, 10));
    await harness.putJudgment(org, ns, 'tick', { policy: 'on_read' });
    await pass(quarterMs);
    await sweep();
    expect(await touched(ns)).toHaveLength(10);
  });

  it('reaches every namespace of a template except one that overrides its policy', async () => {
    await harness.write(org, 'iv/t/one', { upsert: [{ id: 'a' }] });
    await harness.write(org, 'iv/t/two', { upsert: [{ id: 'a' }] });
    await harness.putJudgment(org, 'iv/t/*', 'tick', { policy: 'interval', interval_ms: quarterMs });
    const override = {
      kind: 'override' as const,
      overrides: ['freshness'],
      thresholds: null,
      policy: 'manual' as const,
      interval_ms: null,
    };
    await harness.putJudgment(org, 'iv/t/two', 'tick', override);
    await sweep();
    await harness.write(org, 'iv/t/later', { upsert: [{ id: 'a' }] });
    await sweep();
    await pass(quarterMs);
    await sweep();
    expect(
      await Promise.all(['iv/t/one', 'iv/t/two', 'iv/t/later'].map(async (ns) => (await touched(ns)).length)),
    ).toEqual([1, 0, 1]);
  });

  it('waits while judging is paused; afterwards everything that was due is due once', async () => {
    const ns = 'iv/paused';
    await stage(ns);
    const pause = (paused: boolean) =>
      harness.database.query('update namespace set paused = $2 where name = $1', [ns, paused]);
    await pause(true);
    await pass(3 * quarterMs);
    await sweep();
    expect(await touched(ns)).toEqual([]);
    await pause(false);
    await pass(quarterMs);
    await sweep();
    expect([...(await counts(ns)).values()]).toEqual(ids.map(() => 1));
  });

  it('invalidates each document once although it was killed before its commit [JOB-06]', async () => {
    const ns = 'iv/killed';
    await stage(ns);
    // The sweeps of other tests go, so that the kill meets this one's.
    const others = 'delete from interval_sweep s using namespace n where n.id = s.namespace_id and n.name <> $1';
    await harness.database.query(others, [ns]);
    await pass(quarterMs);
    let deaths = 0;
    armKillPoints((name) => {
      if (name === 'documents.interval.before-commit' && ++deaths === 1) throw new Error('killed');
    });
    while (deaths === 0) await worker.turn().catch(() => undefined);
    await pass(61_000);
    await sweep();
    expect([...(await counts(ns)).values()]).toEqual(ids.map(() => 1));
  });
});
