import { Metrics } from '@app/observability';
import { Database, armKillPoints } from '@app/persistence';
import type { CatalogService } from '../../judgment/catalog/catalog.service';
import { TargetMap } from '../../judgment/catalog/target';
import type { EffectiveJudgment } from '../../judgment/definition/judgment';
import { readFanoutUse } from '../../judgment/statistic/fanout-use.store';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { deferred, fanout, onChange } from '../pending/lane';
import { readDeferringFanout } from '../pending/deferred.store';
import { readOldestDueS } from '../pending/pending.store';
import { queueWanted } from '../pending/queue.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import {
  claimAll,
  hoursAhead,
  lanesOf,
  namesOf,
  queueInOrder,
  setPace,
  spreadOf,
  toldOf,
  wantedOf,
} from '../../testing/spread-samples';
import { CatchUp } from './catch-up';
import { readDeferredNow } from './due.store';
import { RollingStore } from './rolling.store';

const ref = { organization: 'org_catch_up', namespace: 'r/catch' };
let db: Database;
let namespaceId: string;
let namespaces: NamespaceStore;
let store: RollingStore;
let late: EffectiveJudgment | undefined;
let replicas: CatchUp[];

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaces = new NamespaceStore(db);
  namespaceId = await namespaces.readIdOf(ref);
  store = new RollingStore(db);
  const inForce = async () => {
    const found = new TargetMap<EffectiveJudgment>();
    return late ? found.set({ judgmentId: 'late', targetVersion: null }, late) : found;
  };
  const catalog = { readInForce: inForce } as Partial<CatalogService> as CatalogService;
  const catchUp = () => new CatchUp(db, catalog, namespaces, new Metrics('judgments', 'spec'));
  replicas = [catchUp(), catchUp()];
}, 60_000);
beforeEach(async () => {
  await hoursAhead(0);
  await setPace(db, namespaceId, {});
  await db.query('truncate pending, turn, rolling, rolling_use, deferral, outbox, revision');
  await db.query('update namespace set fanout_held = false, revision = 0');
});
afterEach(() => armKillPoints(() => undefined));
afterAll(async () => {
  await hoursAhead(0);
  await db.close();
});

/** Claims what is due and records the answer of what may be asked. @returns the documents whose engine was asked */
async function askDue(): Promise<string[]> {
  const asked: string[] = [];
  for (const claim of await claimAll(db)) {
    const rows = claim.rows.filter(({ isCounted }) => !isCounted).map((row) => ({ row, judgment: late! }));
    const refused = new Set((await store.take(claim, rows)).map(({ document }) => document));
    asked.push(...claim.rows.map(({ document }) => document).filter((document) => !refused.has(document)));
    await db.query('delete from pending where claim_id = $1', [claim.id]);
  }
  return asked.sort();
}

/** Both replicas look until neither has more to do. */
async function catchUp(): Promise<void> {
  for (;;) {
    const hasMore = await Promise.all(replicas.map((one) => one.turn()));
    if (!hasMore.includes(true)) return;
  }
}

const useShown = async () => (await readFanoutUse(db, namespaceId, new Map([['late', 10]]))).get('late');
const lanes = async (): Promise<number[]> => [...new Set((await lanesOf(db)).values())];
const deferrals = async (): Promise<number> => (await db.query('select from deferral')).rows.length;

it('catches up within the limit, window by window, in the order of waiting, and tells once that it has [REL-13]', async () => {
  late = spreadOf('late', 10);
  const all = namesOf(0, 25);
  await queueInOrder(db, namespaceId, 'late', all);
  expect(await askDue()).toEqual(all.slice(0, 10));
  await catchUp();
  expect(await lanes()).toEqual([deferred]);
  const resumes_at: unknown = expect.any(String);
  expect(await useShown()).toEqual({ used_24h: 10, limit: 10, deferred: 15, resumes_at });
  for (const [day, from, to] of [
    [1, 10, 20],
    [2, 20, 25],
  ]) {
    await hoursAhead(24 * day - 0.01);
    await catchUp();
    expect(await askDue()).toEqual([]);
    await hoursAhead(24.01 * day);
    expect(await useShown()).toMatchObject({ used_24h: 0 });
    await catchUp();
    expect(await askDue()).toEqual(all.slice(from, to));
  }
  await hoursAhead(48.03);
  await catchUp();
  expect(await deferrals()).toBe(0);
  expect(await useShown()).toEqual({ used_24h: 5, limit: 10, deferred: 0, resumes_at: null });
  const { events, facts } = await toldOf(db);
  expect(events).toMatchObject([
    { namespace: 'r/catch', judgment: 'late', deferred: 15 },
    { namespace: 'r/catch', judgment: 'late', deferred: 0, resumes_at: null },
  ]);
  const told = facts as { deferred: boolean; revision: number; resumes_at: string | null }[];
  expect(told.map(({ deferred: isDeferred }) => isDeferred)).toEqual([...told.slice(1).map(() => true), false]);
  expect(told.map(({ revision }) => revision)).toEqual([...told.map(({ revision }) => revision)].sort((a, b) => a - b));
  expect(told[told.length - 1].resumes_at).toBeNull();
});

it('moves what nobody has claimed past the limit too, and does it again after a kill [REL-13]', async () => {
  late = spreadOf('late', 0);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 2_500));
  const [claim] = await claimAll(db).then((claims) => claims.slice(0, 1));
  await db.query('update pending set claim_id = null, due_at = app.now() where claim_id <> $1', [claim.id]);
  await store.take(
    claim,
    claim.rows.map((row) => ({ row, judgment: late! })),
  );
  let kills = 0;
  armKillPoints((name) => {
    if (name === 'judgments.deferral.before-commit' && (kills += 1) <= 2) throw new Error('killed');
  });
  for (let i = 0; i < 2; i += 1) await expect(replicas[0].turn()).rejects.toThrow('killed');
  await catchUp();
  expect(await lanes()).toEqual([deferred]);
  expect((await toldOf(db)).events).toMatchObject([{ deferred: 2_500, resumes_at: null }]);
  expect(await readOldestDueS(db)).toBe(0);
  await db.query(`update deferral set since = since - interval '1 h'`);
  const { rows, oldestS } = await readDeferredNow(db);
  expect(rows).toBe(2_500);
  expect(oldestS).toBeGreaterThanOrEqual(3600);
});

it.each([
  ['of the judgment', async () => raise()],
  [
    'of the namespace',
    async () => {
      const settings = { budget_usd: null, pinned: false, default_engine: null, fanout: { rolling_limit: 5_000 } };
      await namespaces.apply({ ...ref, revision: 1, ...settings });
    },
  ],
])('promotes in the order of waiting, 500 at a time, when the limit %s is raised [REL-13]', async (_, change) => {
  late = spreadOf('late');
  await setPace(db, namespaceId, { rolling_limit: 0 });
  const all = namesOf(0, 1_200);
  await queueInOrder(db, namespaceId, 'late', all);
  expect(await askDue()).toEqual([]);
  await catchUp();
  expect(await lanes()).toEqual([deferred]);
  await setPace(db, namespaceId, { rolling_limit: 0 });
  await change();
  await replicas[0].turn();
  const promoted = [...(await lanesOf(db))].flatMap(([document, lane]) => (lane === fanout ? [document] : []));
  expect(promoted.sort()).toEqual(all.slice(0, 500));
  for (let i = 0; i < 4; i += 1) {
    await db.query('update deferral set resumes_at = app.now()');
    await catchUp();
    await askDue();
  }
  expect(await lanesOf(db)).toEqual(new Map());
  await db.query('update deferral set resumes_at = app.now()');
  await catchUp();
  expect(await deferrals()).toBe(0);
});

/** A judgment's own limit is raised: its organization has a new revision. */
async function raise(): Promise<void> {
  late = spreadOf('late', 5_000);
  await setPace(db, namespaceId, { rolling_limit: 5_000 });
  await db.query('insert into revision (organization, revision) values ($1, 1)', [ref.organization]);
}

it('lets the rows of a judgment go that is judged on request, deleted or archived by now', async () => {
  late = spreadOf('late', 0);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 3));
  await askDue();
  late = undefined;
  await db.query('insert into revision (organization, revision) values ($1, 1)', [ref.organization]);
  await catchUp();
  expect(await lanes()).toEqual([fanout]);
});

it('waits while the money for fan-out is spent, until the settings of the namespace change [REL-14]', async () => {
  late = spreadOf('late', 100);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 3));
  const [claim] = await claimAll(db);
  const rows = claim.rows.map((row) => ({ row, judgment: late! }));
  await store.take(claim, rows);
  const until = new Date(Date.now() + 72 * 3_600_000);
  await store.deferForMoney(claim, rows, until);
  await hoursAhead(48);
  await catchUp();
  expect(await lanes()).toEqual([deferred]);
  expect((await toldOf(db)).events).toMatchObject([{ deferred: 3, resumes_at: until.toISOString() }]);
  const settings = { budget_usd: 9, pinned: false, default_engine: null, fanout: {} };
  await namespaces.apply({ ...ref, revision: 1, ...settings });
  await catchUp();
  expect(await askDue()).toEqual(namesOf(0, 3));
});

it('is held by a namespace without fan-out, and goes on when it is back [REL-14]', async () => {
  late = spreadOf('late', 2);
  const settings = { budget_usd: null, pinned: false, default_engine: null };
  await namespaces.apply({ ...ref, revision: 1, ...settings, fanout: { enabled: false } });
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 2));
  expect(await claimAll(db)).toEqual([]);
  expect(await readOldestDueS(db)).toBe(0);
  await namespaces.apply({ ...ref, revision: 2, ...settings, fanout: { share: 0 } });
  expect(await claimAll(db)).toEqual([]);
  await namespaces.apply({ ...ref, revision: 3, ...settings, fanout: {} });
  expect(await askDue()).toEqual(namesOf(0, 2));
});

it('keeps new fan-out of a deferred judgment behind what waits, also while the deferral ends [REL-13]', async () => {
  late = spreadOf('late', 1);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 2));
  await askDue();
  const queue = (documents: string[]) =>
    db.transaction('spec', async (tx) =>
      queueWanted(tx, await readDeferringFanout(tx, wantedOf(namespaceId, 'late', documents))),
    );
  await queue(['d0007']);
  expect(await lanesOf(db)).toEqual(
    new Map([
      ['d0001', deferred],
      ['d0007', deferred],
    ]),
  );
  await db.query('delete from pending');
  // The deferral has nothing left: whichever of the two comes first, no row waits in its lane without it.
  for (let round = 0; round < 10; round += 1) {
    await db.query(`update deferral set resumes_at = app.now()`);
    await Promise.all([queue([`d1${round}00`]), catchUp()]);
    const waits = [...(await lanesOf(db)).values()].includes(deferred);
    if (waits) expect(await deferrals()).toBe(1);
    await db.query('delete from pending');
  }
});

it('ends a deferral whose rows other lanes have taken over', async () => {
  late = spreadOf('late', 1);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 3));
  await askDue();
  await queueWanted(db, wantedOf(namespaceId, 'late', namesOf(1, 3), onChange));
  await hoursAhead(25);
  await catchUp();
  expect(await deferrals()).toBe(0);
  expect((await toldOf(db)).events).toHaveLength(2);
});
