import { DocumentChanged } from '@app/contracts';
import { Health, createLogger } from '@app/observability';
import { armKillPoints } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { Room, anAnswer } from '../testing/documents';
import { IntervalWorker } from './interval.worker';

const org = 'org_interval';
const quarterMs = 15 * 60_000;
const many = 40;
let room: Room;
let worker: IntervalWorker;
let aheadMs = 0;

const ids = Array.from({ length: many }, (_, n) => `d${String(n).padStart(2, '0')}`);

beforeAll(async () => {
  room = await Room.open();
  const logger = createLogger({ service: 'documents', replica: 'spec', level: 'fatal' });
  worker = new IntervalWorker(room.database, room.columns, logger, new Health());
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await room.close();
});

async function pass(ms: number): Promise<void> {
  aheadMs += ms;
  await setClock(testEnvironment().adminUrl, aheadMs);
}

/** Everything that is due now is touched. */
async function sweep(): Promise<void> {
  await worker.discover();
  while (await worker.turn());
}

/** A namespace with a judgment that has an interval, and documents that were never judged. */
async function stage(namespace: string, others: object = {}): Promise<void> {
  await room.write(org, namespace, { upsert: ids.map((id, n) => ({ id, attributes: { n }, state: { note: id } })) });
  await room.column(org, namespace, 'tick', { policy: 'interval', interval_ms: quarterMs, ...others });
  await sweep();
}

/** Every touch by an interval in a namespace, oldest first. */
async function touched(namespace: string): Promise<{ id: string; version: number }[]> {
  const facts = await room.said<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
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
  await room.folds.fold(org, namespace, answers);
}

const counts = async (namespace: string) => {
  const times = new Map<string, number>();
  for (const { id } of await touched(namespace)) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
};

async function reads(namespace: string): Promise<Set<string>> {
  const { documents } = await room.read(org, namespace, ids);
  return new Set(documents.map(({ answers }) => answers!['tick'].stale_reason ?? answers!['tick'].status));
}

describe('an interval', () => {
  it('touches each document once in it, spread, the never judged ones too, and again in the next [FRS-09]', async () => {
    const ns = 'iv/spread';
    await stage(ns);
    expect(await touched(ns)).toEqual([]);
    expect(await reads(ns)).toEqual(new Set(['unavailable']));
    await pass(quarterMs / 3);
    await sweep();
    const first = (await touched(ns)).length;
    // By their hashes: never all of forty at once, nor none in a third of the interval.
    expect([first > 0, first < many]).toEqual([true, true]);
    expect(await reads(ns)).toEqual(new Set(['unavailable', 'pending']));
    for (let third = 2; third <= 3; third++) {
      await pass(quarterMs / 3);
      await sweep();
    }
    expect([...(await counts(ns)).values()]).toEqual(ids.map(() => 1));
    await judgeAll(ns, 1);
    expect(await reads(ns)).toEqual(new Set(['fresh']));
    await pass(quarterMs);
    expect(await reads(ns)).toEqual(new Set(['fresh']));
    await sweep();
    expect(await reads(ns)).toEqual(new Set(['interval_elapsed']));
    expect([...(await counts(ns)).values()]).toEqual(ids.map(() => 2));
    // What is not judged in between is not wanted anew: the same version is published again.
    const before = new Map((await touched(ns)).map(({ id, version }) => [id, version]));
    await pass(quarterMs);
    await sweep();
    for (const { id, version } of await touched(ns)) expect(version).toBeLessThanOrEqual(before.get(id)!);
  }, 30_000);

  it('leaves out what the judgment does not apply to, and what has another policy by now', async () => {
    const ns = 'iv/some';
    await stage(ns, { applies_to: { 'attributes.n': { lt: 10 } } });
    await pass(quarterMs);
    await sweep();
    expect([...(await counts(ns)).keys()].sort()).toEqual(ids.slice(0, 10));
    await room.column(org, ns, 'tick', { policy: 'on_read' });
    await pass(quarterMs);
    await sweep();
    expect(await touched(ns)).toHaveLength(10);
  });

  it('reaches every namespace of a template, save the one that overrides its policy', async () => {
    await room.write(org, 'iv/t/one', { upsert: [{ id: 'a' }] });
    await room.write(org, 'iv/t/two', { upsert: [{ id: 'a' }] });
    await room.column(org, 'iv/t/*', 'tick', { policy: 'interval', interval_ms: quarterMs });
    const override = {
      kind: 'override' as const,
      overrides: ['freshness'],
      thresholds: null,
      policy: 'manual' as const,
      interval_ms: null,
    };
    await room.column(org, 'iv/t/two', 'tick', override);
    await sweep();
    await room.write(org, 'iv/t/later', { upsert: [{ id: 'a' }] });
    await sweep();
    await pass(quarterMs);
    await sweep();
    expect(
      await Promise.all(['iv/t/one', 'iv/t/two', 'iv/t/later'].map(async (ns) => (await touched(ns)).length)),
    ).toEqual([1, 0, 1]);
  });

  it('waits while judging is paused; then everything that was due is due once', async () => {
    const ns = 'iv/paused';
    await stage(ns);
    const pause = (paused: boolean) =>
      room.database.query('update namespace set paused = $2 where name = $1', [ns, paused]);
    await pause(true);
    await pass(3 * quarterMs);
    await sweep();
    expect(await touched(ns)).toEqual([]);
    await pause(false);
    await pass(quarterMs);
    await sweep();
    expect([...(await counts(ns)).values()]).toEqual(ids.map(() => 1));
  });

  it('killed before its commit it touches the same once [JOB-06]', async () => {
    const ns = 'iv/killed';
    await stage(ns);
    // The others begin anew, so that it is this one's walk that dies.
    const others = 'delete from interval_sweep s using namespace n where n.id = s.namespace_id and n.name <> $1';
    await room.database.query(others, [ns]);
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
