import { Database } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { claimDue, dueTurns, giveBackRows } from './claim.store';
import { dropRows } from './dequeue.store';
import { onChange, onRead, rankOf } from './lane';
import { Claim, Wanted } from './pending';
import { missedRows, readOldestDueS, repairTurns } from './pending.store';
import { queueWanted } from './queue.store';

const { adminUrl } = testEnvironment();
const organization = 'org_pending';
const minuteMs = 60_000;
let db: Database;
let namespaces: NamespaceStore;

const wanted = (namespaceId: string, document: string, more: Partial<Wanted> = {}): Wanted => ({
  namespaceId,
  document,
  judgmentId: 'jdg_1',
  lane: onChange,
  debounceMs: 0,
  maxWaitMs: 0,
  documentVersion: 1,
  wantedVersion: 0,
  changes: 1,
  traceparent: null,
  ...more,
});
const queue = (rows: readonly Wanted[]) => queueWanted(db, rows);
const claim = (documents = 8) => claimDue(db, documents);
const giveBack = (claimed: Claim | null, waitMs: number) =>
  giveBackRows(db, claimed!, [{ ...claimed!.rows[0], waitMs }]);
const idOf = (namespace: string) => namespaces.readIdOf({ organization, namespace });
const documentsOf = (claim: { rows: { document: string }[] } | null): string[] =>
  (claim?.rows ?? []).map(({ document }) => document).sort();

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaces = new NamespaceStore(db);
});
beforeEach(async () => {
  await setClock(adminUrl, 0);
  await db.query('truncate pending, turn');
});
afterAll(async () => {
  await setClock(adminUrl, 0);
  await db.close();
});

describe('claims', () => {
  it('give each row to one of two workers, whole documents together', async () => {
    const id = await idOf('a/claims');
    const ids = Array.from({ length: 60 }, (_, i) => `d${i}`);
    const rows = ids.flatMap((document) =>
      ['jdg_1', 'jdg_2'].map((judgmentId) => wanted(id, document, { judgmentId })),
    );
    await queue(rows);
    const seen: string[] = [];
    for (let round = 0; round < 400 && seen.length < 120; round += 1) {
      const claims = await Promise.all([claim(), claim(), claim()]);
      for (const claim of claims) {
        for (const document of new Set(documentsOf(claim))) {
          expect(claim?.rows.filter((row) => row.document === document)).toHaveLength(2);
        }
        seen.push(...(claim?.rows ?? []).map((row) => `${row.document} ${row.judgmentId}`));
      }
      // A claim that found every row held by others lets the turn rest for 50 ms.
      if (claims.every((claim) => claim === null)) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(await claim()).toBeNull();
  });

  it('continue at once where documents have more judgments than a claim reads', async () => {
    const id = await idOf('a/many');
    const judgments = Array.from({ length: 20 }, (_, i) => `jdg_${i}`);
    const ids = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
    await queue(ids.flatMap((document) => judgments.map((judgmentId) => wanted(id, document, { judgmentId }))));
    const claimed: number[] = [];
    for (let i = 0; i < 6; i += 1) claimed.push((await claim(4))?.rows.length ?? 0);
    expect(claimed.reduce((sum, rows) => sum + rows, 0)).toBe(120);
  });

  it('come again when the lease has ended, and not before', async () => {
    const id = await idOf('a/lease');
    await queue([wanted(id, 'd1')]);
    const first = await claim();
    expect(documentsOf(first)).toEqual(['d1']);
    await setClock(adminUrl, 59_000);
    expect(documentsOf(await claim())).toEqual([]);
    await setClock(adminUrl, 61_000);
    const second = await claim();
    expect(documentsOf(second)).toEqual(['d1']);
    expect(second?.id).not.toBe(first?.id);
  });

  it('serve the best lane first, and namespaces in turn inside a lane', async () => {
    const [a, b] = await namespaces.readIdsOf([
      { organization, namespace: 'a/turn-a' },
      { organization, namespace: 'a/turn-b' },
    ]);
    const many = (id: string) => Array.from({ length: 20 }, (_, i) => wanted(id, `d${i}`));
    await queue([...many(a), ...many(b), wanted(b, 'read', { lane: onRead })]);
    await queue([wanted(a, 'walk', { lane: rankOf('backfill') })]);
    expect(documentsOf(await claim(1))).toEqual(['read']);
    const served: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) served.push((await claim(2))?.namespaceId);
    expect(served.filter((id) => id === a)).toHaveLength(2);
    expect(served.filter((id) => id === b)).toHaveLength(2);
  });

  it('of a row that only reinstates an answer need no engine, until somebody wants the answer', async () => {
    const id = await idOf('a/free');
    const free = (document: string) =>
      wanted(id, document, { needsNoEngine: true, job: 'job_j1', lane: rankOf('backfill') });
    await queue([free('d1'), free('d2')]);
    await queue([free('d1'), wanted(id, 'd2')]);
    const claims = [await claim(), await claim()];
    const rows = claims.flatMap((claim) => claim?.rows ?? []);
    expect(rows.map(({ document, needsNoEngine, job }) => [document, needsNoEngine, job]).sort()).toEqual([
      ['d1', true, 'job_j1'],
      ['d2', false, null],
    ]);
  });

  it('leave a paused namespace alone until billing resumes it', async () => {
    const id = await idOf('a/paused');
    const budget = {
      organization,
      namespace: 'a/paused',
      spend_month_usd: 1,
      month: '2026-03',
      changed_at: '2026-03-04T09:30:00.000Z',
    };
    await namespaces.applyBudget({ ...budget, paused: true, revision: 2 });
    await queue([wanted(id, 'd1')]);
    expect(await claim()).toBeNull();
    await namespaces.applyBudget({ ...budget, paused: false, revision: 1 });
    expect(await claim()).toBeNull();
    await namespaces.applyBudget({ ...budget, paused: false, revision: 3 });
    expect(documentsOf(await claim())).toEqual(['d1']);
  });

  it('give rows back for the named time, and find rows that their turn missed', async () => {
    const id = await idOf('a/back');
    await queue([wanted(id, 'd1')]);
    const claimed = await claim();
    await giveBack(claimed, 5000);
    expect(documentsOf(await claim())).toEqual([]);
    await setClock(adminUrl, 5100);
    expect(documentsOf(await claim())).toEqual(['d1']);
    await db.query(`update pending set claim_id = null, due_at = app.now()`);
    await db.query(`update turn set next_due_at = 'infinity'`);
    await setClock(adminUrl, 7000);
    expect(await claim()).toBeNull();
    expect(await db.finds(missedRows)).toBe(true);
    await repairTurns(db);
    expect(documentsOf(await claim())).toEqual(['d1']);
    expect(await db.finds(missedRows)).toBe(false);
  });
});

// Times are minutes of the moved clock, so that no statement takes long enough to reach the next one.
describe('debounce', () => {
  it('merges a burst of changes into one judging [FRS-05]', async () => {
    const id = await idOf('a/burst');
    const change = wanted(id, 'd1', { debounceMs: 8 * minuteMs, maxWaitMs: 80 * minuteMs });
    for (const at of [0, 1, 2, 3, 4]) {
      await setClock(adminUrl, at * minuteMs);
      await queue([change]);
    }
    await setClock(adminUrl, 8 * minuteMs);
    expect(documentsOf(await claim())).toEqual([]);
    await setClock(adminUrl, 16 * minuteMs);
    const claimed = await claim();
    expect(claimed?.rows).toMatchObject([{ document: 'd1', changes: 5 }]);
  });

  it('ends at the longest wait even while writes continue [FRS-06]', async () => {
    const id = await idOf('a/wait');
    const change = wanted(id, 'd1', { debounceMs: 2 * minuteMs, maxWaitMs: 10 * minuteMs });
    const judgedAt: number[] = [];
    for (let at = 0; at <= 40; at += 1) {
      await setClock(adminUrl, at * minuteMs);
      await queue([change]);
      const claimed = await claim();
      if (!claimed || claimed.rows.length === 0) continue;
      judgedAt.push(at);
      await dropRows(db, claimed, claimed.rows);
    }
    expect(judgedAt.length).toBeGreaterThanOrEqual(3);
    judgedAt.forEach((at, i) => expect(at - (judgedAt[i - 1] ?? -1)).toBeLessThanOrEqual(12));
  });

  it('is prolonged by a change that writes no index, and the row is claimed when it ends', async () => {
    const id = await idOf('a/lazy');
    const change = wanted(id, 'd1', { debounceMs: 20 * minuteMs, maxWaitMs: 200 * minuteMs });
    const dueMinutes = async (): Promise<number> => {
      const { rows } = await db.query<{ minutes: number }>(
        `select floor(extract(epoch from due_at - first_touch_at) / 60)::int as minutes from pending`,
      );
      return rows[0].minutes;
    };
    await queue([change]);
    expect(await dueMinutes()).toBe(20);
    await setClock(adminUrl, 15 * minuteMs);
    await queue([change]);
    expect(await dueMinutes()).toBe(20);
    await setClock(adminUrl, 25 * minuteMs);
    expect(documentsOf(await claim())).toEqual([]);
    expect(await dueMinutes()).toBe(35);
    expect(await readOldestDueS(db)).toBe(0);
    await setClock(adminUrl, 34 * minuteMs);
    expect(await claim()).toBeNull();
    await setClock(adminUrl, 36 * minuteMs);
    expect((await claim())?.rows).toMatchObject([{ document: 'd1', changes: 2 }]);
  });

  it('is foreseen by the look of a worker that rests', async () => {
    const id = await idOf('a/soon');
    const looks = () => Promise.all([0, minuteMs].map((withinMs) => db.finds(dueTurns(withinMs))));
    await queue([wanted(id, 'd1', { debounceMs: 10 * minuteMs, maxWaitMs: 10 * minuteMs })]);
    expect(await looks()).toEqual([false, false]);
    await setClock(adminUrl, 9.5 * minuteMs);
    expect(await looks()).toEqual([false, true]);
    await setClock(adminUrl, 10.5 * minuteMs);
    expect(await looks()).toEqual([true, true]);
    await claim();
    // The lease ends in a minute.
    expect(await db.finds(dueTurns(minuteMs / 2))).toBe(false);
  });

  it('of a row that is given back does not begin again', async () => {
    const id = await idOf('a/again');
    await queue([wanted(id, 'd1')]);
    const claimed = await claim();
    await queue([wanted(id, 'd1', { documentVersion: 2, debounceMs: 60_000, maxWaitMs: 600_000 })]);
    await giveBack(claimed, 1000);
    await setClock(adminUrl, 1500);
    expect(documentsOf(await claim())).toEqual(['d1']);
  });

  it('keeps a row that changed while a claim held it', async () => {
    const id = await idOf('a/meanwhile');
    await queue([wanted(id, 'd1')]);
    const claimed = await claim();
    await queue([wanted(id, 'd1', { documentVersion: 2, debounceMs: 1000, maxWaitMs: 10_000 })]);
    await dropRows(db, claimed!, claimed!.rows);
    const { rows } = await db.query<{ claim_id: string | null }>('select claim_id from pending');
    expect(rows).toEqual([{ claim_id: null }]);
  });

  it('ends at once for a reader who waits', async () => {
    const id = await idOf('a/reader');
    await queue([wanted(id, 'd1', { debounceMs: 60_000, maxWaitMs: 600_000 })]);
    expect(await claim()).toBeNull();
    await queue([wanted(id, 'd1', { lane: onRead, changes: 0, wantedVersion: 1 })]);
    expect((await claim())?.rows).toMatchObject([{ lane: onRead, changes: 1 }]);
  });
});
