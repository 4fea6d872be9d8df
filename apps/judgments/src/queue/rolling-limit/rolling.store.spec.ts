import { poolOptionsOf } from '@app/boot';
import { Database, armKillPoints } from '@app/persistence';
import { testEnvironment } from '@app/testing';
import fc from 'fast-check';
import { judgmentsSchema } from '../../app.schema';
import type { EffectiveJudgment } from '../../judgment/definition/judgment';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { claimDue } from '../pending/claim.store';
import { deferred, fanout, onChange, onRead } from '../pending/lane';
import type { Claim } from '../pending/pending';
import { queueWanted } from '../pending/queue.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import {
  claimAll,
  hourMs,
  hoursAhead,
  lanesOf,
  namesOf,
  queueInOrder,
  setPace,
  spreadOf,
  toldOf,
  wantedOf,
} from '../../testing/spread-samples';
import { RollingStore } from './rolling.store';

let db: Database;
let namespaceId: string;
let store: RollingStore;
let other: RollingStore;
let otherDb: Database;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaceId = await new NamespaceStore(db).readIdOf({ organization: 'org_rolling', namespace: 'r/one' });
  store = new RollingStore(db);
  otherDb = await Database.open(poolOptionsOf(judgmentsSchema, testEnvironment().urls['judgments'], 3));
  other = new RollingStore(otherDb);
}, 60_000);
beforeEach(async () => {
  await hoursAhead(0);
  await setPace(db, namespaceId, {});
  await db.query('truncate pending, turn, rolling, rolling_use, deferral, outbox');
});
afterEach(() => armKillPoints(() => undefined));
afterAll(async () => {
  await hoursAhead(0);
  await otherDb.close();
  await db.close();
});

/** Takes for a claim. @returns the documents whose engine may be asked */
async function asked(
  claim: Claim,
  of: EffectiveJudgment | readonly EffectiveJudgment[],
  replica = store,
): Promise<string[]> {
  const judgments = [of].flat();
  const rows = claim.rows.map((row) => ({ row, judgment: judgments.find(({ id }) => id === row.judgmentId)! }));
  const uncounted = rows.filter(({ row }) => !row.isCounted);
  const refused = new Set((await replica.take(claim, uncounted)).map(({ document }) => document));
  return claim.rows.map(({ document }) => document).filter((document) => !refused.has(document));
}

const usedNow = async (): Promise<number> =>
  Number((await db.query<{ used: string }>(`select used from rolling where judgment_id = '*'`)).rows[0]?.used ?? 0);

it('asks ten of sixty at limit 10, with claims that take at once and die five times around the commit [GEN-11] [REL-12] [REL-13]', async () => {
  const late = spreadOf('late', 10);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 60));
  let kills = 0;
  armKillPoints((name) => {
    const isPoint = name === 'judgments.rolling.before-commit' || name === 'judgments.rolling.after-commit';
    if (isPoint && kills < 5 && (kills += 1) > 0) throw new Error(`killed at ${name}`);
  });
  const documents = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const claims = await claimAll(db);
    const results = await Promise.allSettled(claims.map((claim) => asked(claim, late)));
    for (const result of results) if (result.status === 'fulfilled') result.value.forEach((id) => documents.add(id));
    // The leases of what died run out, and so do those of what was asked: an ask that was not recorded is repeated.
    await db.query('update pending set due_at = app.now() where claim_id is not null');
  }
  expect(kills).toBe(5);
  expect(documents.size).toBe(10);
  expect(await usedNow()).toBe(10);
  const lanes = [...(await lanesOf(db)).values()];
  expect(lanes.filter((lane) => lane === deferred)).toHaveLength(50);
  expect((await toldOf(db)).events).toHaveLength(1);
});

it('grants exactly the limit to claims of two replicas that take at once [REL-12]', async () => {
  const late = spreadOf('late', 10);
  for (let round = 0; round < 5; round += 1) {
    await db.query('truncate pending, turn, rolling_use, deferral, outbox');
    await db.query('update rolling set used = 0');
    await queueInOrder(db, namespaceId, 'late', namesOf(0, 40));
    const claims: Claim[] = [];
    for (let i = 0; i < 5; i += 1) claims.push((await claimDue(db, 8))!);
    const granted = await Promise.all(claims.map((claim, i) => asked(claim, late, i % 2 === 0 ? store : other)));
    expect(granted.flat()).toHaveLength(10);
    expect(await usedNow()).toBe(10);
  }
});

it('never grants more than the limit in any 24 hours, and grants it again after them [REL-12] [REL-17]', async () => {
  const limit = 6;
  const late = spreadOf('late', limit);
  const step = fc.record({
    waitMs: fc.constantFrom(0, 1, 999, 1000, hourMs, 12 * hourMs, 24 * hourMs - 1000, 24 * hourMs - 1, 24 * hourMs),
    rows: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await db.query('truncate pending, turn, rolling, rolling_use, deferral, outbox');
      const grants: { fromMs: number; toMs: number }[] = [];
      const nowMs = async (): Promise<number> =>
        (await db.query<{ now: Date }>('select app.now() as now')).rows[0].now.getTime();
      let [aheadMs, n] = [0, 0];
      for (const { waitMs, rows } of steps) {
        aheadMs += waitMs;
        await hoursAhead(aheadMs / hourMs);
        await queueInOrder(db, namespaceId, 'late', namesOf(n, (n += rows)));
        for (const claim of await claimAll(db)) {
          const fromMs = await nowMs();
          const granted = await asked(claim, late);
          const toMs = await nowMs();
          const inWindow = grants.filter((grant) => grant.toMs > fromMs - 24 * hourMs - 1000).length;
          // A second is lost at most: by 24 hours and a second after a grant there is room again.
          expect(granted.length).toBeGreaterThanOrEqual(Math.min(claim.rows.length, limit - inWindow));
          grants.push(...granted.map(() => ({ fromMs, toMs })));
          await db.query('delete from pending where claim_id is not null');
        }
        await db.query('delete from pending');
      }
      for (const [i, grant] of grants.entries()) {
        const past = grants[i - limit];
        if (past) expect(grant.toMs - past.fromMs).toBeGreaterThanOrEqual(24 * hourMs);
      }
    }),
    { numRuns: 10 },
  );
}, 60_000);

it("caps the sum of a namespace's judgments by its own limit, and a judgment without one by it too [REL-12] [REL-17]", async () => {
  await setPace(db, namespaceId, { rolling_limit: 12 });
  const [a, b] = [spreadOf('a', 10), spreadOf('b')];
  await queueInOrder(db, namespaceId, 'a', namesOf(0, 20));
  await queueInOrder(db, namespaceId, 'b', namesOf(20, 40));
  const granted = [];
  for (const claim of await claimAll(db)) granted.push(...(await asked(claim, [a, b])));
  expect(granted).toHaveLength(12);
  expect(await usedNow()).toBe(12);
  expect(granted.filter((document) => document < 'd0020').length).toBeLessThanOrEqual(10);
});

it('grants those that wait longest, and counts neither a retry nor what a person wants meanwhile [REL-12] [REL-17]', async () => {
  const late = spreadOf('late', 3);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 6));
  const [claim] = await claimAll(db);
  await queueWanted(db, wantedOf(namespaceId, 'late', ['d0005'], onChange));
  expect((await asked(claim, late)).sort()).toEqual(['d0000', 'd0001', 'd0002', 'd0005']);
  expect(await usedNow()).toBe(3);
  await db.query('update pending set due_at = app.now() where claim_id is not null');
  for (const again of await claimAll(db)) expect(await asked(again, late)).toHaveLength(again.rows.length);
  expect(await usedNow()).toBe(3);
});

it('gives the count of what was not asked back, once [REL-12]', async () => {
  const late = spreadOf('late', 3);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 3));
  const [claim] = await claimAll(db);
  expect(await asked(claim, late)).toHaveLength(3);
  const some = claim.rows.slice(0, 2).map((row) => ({ row, judgment: late }));
  await store.giveBack(claim, some);
  await store.giveBack(claim, some);
  expect(await usedNow()).toBe(1);
  await db.query('update pending set due_at = app.now() where claim_id is not null');
  for (const again of await claimAll(db)) expect(await asked(again, late)).toHaveLength(again.rows.length);
  expect(await usedNow()).toBe(3);
});

it('tells a deferral once, with all that waits and when there is room [REL-13] [REL-17]', async () => {
  const late = spreadOf('late', 2);
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 60));
  const claims = await claimAll(db);
  expect(claims.length).toBeGreaterThan(1);
  for (const claim of claims) await asked(claim, late);
  const { rows } = await db.query<{ at: Date }>(`select min(at) + interval '24 h' as at from rolling_use`);
  const resumes_at = rows[0].at.toISOString();
  const { events, facts } = await toldOf(db);
  expect(events).toEqual([{ namespace: 'r/one', judgment: 'late', deferred: 58, resumes_at }]);
  expect(facts).toMatchObject([{ judgment_id: 'late', deferred: true, resumes_at }]);
  const told = await db.query(
    `select payload::jsonb ->> 'type' as type from outbox where payload::jsonb -> 'data' ? 'deferred'`,
  );
  expect(told.rows).toEqual([{ type: 'judgment.fanout_deferred' }]);
});

it('never resumes with a limit of 0, and nothing is asked [REL-12]', async () => {
  await queueInOrder(db, namespaceId, 'late', namesOf(0, 2));
  const [claim] = await claimAll(db);
  expect(await asked(claim, spreadOf('late', 0))).toEqual([]);
  expect((await toldOf(db)).events).toMatchObject([{ deferred: 2, resumes_at: null }]);
});

describe('a row of the queue', () => {
  const laneOf = async (document: string) => (await lanesOf(db)).get(document);

  it('that waits for the limit is judged at once for a writer or a reader, and is not counted [REL-13]', async () => {
    const late = spreadOf('late', 0);
    await queueInOrder(db, namespaceId, 'late', namesOf(0, 3));
    const [claim] = await claimAll(db);
    await asked(claim, late);
    await queueWanted(db, wantedOf(namespaceId, 'late', ['d0000'], onChange));
    await queueWanted(db, wantedOf(namespaceId, 'late', ['d0001'], onRead));
    expect(await lanesOf(db)).toEqual(
      new Map([
        ['d0000', onChange],
        ['d0001', onRead],
        ['d0002', deferred],
      ]),
    );
    const claims = await claimAll(db);
    expect(claims.flatMap(({ rows }) => rows.map(({ document }) => document)).sort()).toEqual(['d0000', 'd0001']);
    for (const again of claims) expect(await asked(again, late)).toHaveLength(1);
    expect(await usedNow()).toBe(0);
  });

  it('is neither hastened nor delayed by a fan-out while it waits for its own debounce', async () => {
    const [wanted] = wantedOf(namespaceId, 'late', ['d0000'], onChange);
    await queueWanted(db, [{ ...wanted, debounceMs: 60_000, maxWaitMs: 600_000 }]);
    await queueWanted(db, wantedOf(namespaceId, 'late', ['d0000']));
    expect(await claimAll(db)).toEqual([]);
    expect(await laneOf('d0000')).toBe(onChange);
  });

  it('that a fan-out touches while it is claimed for a writer is kept for the lane of fan-out [REL-12]', async () => {
    await queueWanted(db, wantedOf(namespaceId, 'late', ['d0000'], onChange));
    await claimAll(db);
    await queueWanted(db, wantedOf(namespaceId, 'late', ['d0000']));
    const { rows } = await db.query<{ lane: number; later_lane: number }>('select lane, later_lane from pending');
    expect(rows).toEqual([{ lane: onChange, later_lane: fanout }]);
  });
});
