import { Database } from '@app/persistence';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { judgmentsSchema } from '../app.schema';
import { NamespaceStore } from '../namespace/namespace.store';
import { onChange, onRead, rankOf } from './lane';
import { Wanted } from './pending';
import { PendingStore } from './pending.store';

const { adminUrl } = testEnvironment();
const organization = 'org_pending';
let db: Database;
let store: PendingStore;
let other: PendingStore;
let namespaces: NamespaceStore;

const wanted = (namespaceId: string, document: string, more: Partial<Wanted> = {}): Wanted => ({
  namespaceId,
  document,
  judgmentId: 'jdg_1',
  lane: onChange,
  debounceMs: 0,
  maxWaitMs: 0,
  version: 1,
  wanted: 0,
  touches: 1,
  traceparent: null,
  ...more,
});
const documentsOf = (claim: { rows: { document: string }[] } | null): string[] =>
  (claim?.rows ?? []).map(({ document }) => document).sort();

beforeAll(async () => {
  db = await openFreshDatabase(judgmentsSchema);
  [store, other, namespaces] = [new PendingStore(db), new PendingStore(db), new NamespaceStore(db)];
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
    const id = await namespaces.idOf(organization, 'a/claims');
    const ids = Array.from({ length: 60 }, (_, i) => `d${i}`);
    const rows = ids.flatMap((document) =>
      ['jdg_1', 'jdg_2'].map((judgmentId) => wanted(id, document, { judgmentId })),
    );
    await store.queue(rows);
    const seen: string[] = [];
    for (let round = 0; round < 400 && seen.length < 120; round += 1) {
      const claims = await Promise.all([store.claim(8), other.claim(8), store.claim(8)]);
      for (const claim of claims) {
        for (const document of new Set(documentsOf(claim))) {
          expect(claim?.rows.filter((row) => row.document === document)).toHaveLength(2);
        }
        seen.push(...(claim?.rows ?? []).map((row) => `${row.document} ${row.judgmentId}`));
      }
      // Who found every row held by others lets the turn rest for 50 ms.
      if (claims.every((claim) => claim === null)) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(await store.claim(8)).toBeNull();
  });

  it('go on at once where documents have more judgments than a look finds', async () => {
    const id = await namespaces.idOf(organization, 'a/many');
    const judgments = Array.from({ length: 20 }, (_, i) => `jdg_${i}`);
    const ids = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
    await store.queue(ids.flatMap((document) => judgments.map((judgmentId) => wanted(id, document, { judgmentId }))));
    const claimed: number[] = [];
    for (let i = 0; i < 6; i += 1) claimed.push((await store.claim(4))?.rows.length ?? 0);
    expect(claimed.reduce((sum, rows) => sum + rows, 0)).toBe(120);
  });

  it('come again when the lease has ended, and not before', async () => {
    const id = await namespaces.idOf(organization, 'a/lease');
    await store.queue([wanted(id, 'd1')]);
    const first = await store.claim(8);
    expect(documentsOf(first)).toEqual(['d1']);
    await setClock(adminUrl, 59_000);
    expect(documentsOf(await other.claim(8))).toEqual([]);
    await setClock(adminUrl, 61_000);
    const second = await other.claim(8);
    expect(documentsOf(second)).toEqual(['d1']);
    expect(second?.id).not.toBe(first?.id);
  });

  it('serve the best lane first, and namespaces in turn inside a lane', async () => {
    const [a, b] = await namespaces.idsOf([
      { organization, namespace: 'a/turn-a' },
      { organization, namespace: 'a/turn-b' },
    ]);
    const many = (id: string) => Array.from({ length: 20 }, (_, i) => wanted(id, `d${i}`));
    await store.queue([...many(a), ...many(b), wanted(b, 'read', { lane: onRead })]);
    await store.queue([wanted(a, 'walk', { lane: rankOf('backfill') })]);
    expect(documentsOf(await store.claim(1))).toEqual(['read']);
    const served: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) served.push((await store.claim(2))?.namespaceId);
    expect(served.filter((id) => id === a)).toHaveLength(2);
    expect(served.filter((id) => id === b)).toHaveLength(2);
  });

  it('of a row that only brings an answer back are free, until somebody wants the answer', async () => {
    const id = await namespaces.idOf(organization, 'a/free');
    const free = (document: string) => wanted(id, document, { isFree: true, job: 'job_j1', lane: rankOf('backfill') });
    await store.queue([free('d1'), free('d2')]);
    await store.queue([free('d1'), wanted(id, 'd2')]);
    const claims = [await store.claim(8), await store.claim(8)];
    const rows = claims.flatMap((claim) => claim?.rows ?? []);
    expect(rows.map(({ document, isFree, job }) => [document, isFree, job]).sort()).toEqual([
      ['d1', true, 'job_j1'],
      ['d2', false, null],
    ]);
  });

  it('leave a paused namespace alone until it is resumed', async () => {
    const id = await namespaces.idOf(organization, 'a/paused');
    const budget = {
      organization,
      namespace: 'a/paused',
      spend_month_usd: 1,
      month: '2026-03',
      changed_at: '2026-03-04T09:30:00.000Z',
    };
    await namespaces.applyBudget({ ...budget, paused: true, revision: 2 });
    await store.queue([wanted(id, 'd1')]);
    expect(await store.claim(8)).toBeNull();
    await namespaces.applyBudget({ ...budget, paused: false, revision: 1 });
    expect(await store.claim(8)).toBeNull();
    await namespaces.applyBudget({ ...budget, paused: false, revision: 3 });
    expect(documentsOf(await store.claim(8))).toEqual(['d1']);
  });

  it('give rows back with the time named, and find rows that their turn forgot', async () => {
    const id = await namespaces.idOf(organization, 'a/back');
    await store.queue([wanted(id, 'd1')]);
    const claim = await store.claim(8);
    await store.giveBack(claim!, [{ ...claim!.rows[0], waitMs: 5000 }]);
    expect(documentsOf(await store.claim(8))).toEqual([]);
    await setClock(adminUrl, 5100);
    expect(documentsOf(await store.claim(8))).toEqual(['d1']);
    await db.query(`update pending set claim_id = null, due_at = app.now()`);
    await db.query(`update turn set next_due_at = 'infinity'`);
    await setClock(adminUrl, 7000);
    expect(await store.claim(8)).toBeNull();
    await store.repair();
    expect(documentsOf(await store.claim(8))).toEqual(['d1']);
  });
});

describe('debounce', () => {
  it('merges a burst into one judging after its quiet [FRS-05]', async () => {
    const id = await namespaces.idOf(organization, 'a/burst');
    const change = wanted(id, 'd1', { debounceMs: 2000, maxWaitMs: 20_000 });
    for (const at of [0, 250, 500, 750, 1000]) {
      await setClock(adminUrl, at);
      await store.queue([change]);
    }
    await setClock(adminUrl, 2000);
    expect(documentsOf(await store.claim(8))).toEqual([]);
    await setClock(adminUrl, 4000);
    const claim = await store.claim(8);
    expect(claim?.rows).toMatchObject([{ document: 'd1', touches: 5 }]);
  });

  it('ends at the longest wait however the writes go on [FRS-06]', async () => {
    const id = await namespaces.idOf(organization, 'a/wait');
    const change = wanted(id, 'd1', { debounceMs: 1000, maxWaitMs: 5000 });
    const judgedAt: number[] = [];
    for (let at = 0; at <= 20_000; at += 500) {
      await setClock(adminUrl, at);
      await store.queue([change]);
      const claim = await store.claim(8);
      if (!claim || claim.rows.length === 0) continue;
      judgedAt.push(at);
      await store.drop(claim, claim.rows);
    }
    expect(judgedAt.length).toBeGreaterThanOrEqual(3);
    judgedAt.forEach((at, i) => expect(at - (judgedAt[i - 1] ?? -500)).toBeLessThanOrEqual(6000));
  });

  it('is moved on by a touch that writes no index, and looked at again when it ends', async () => {
    const id = await namespaces.idOf(organization, 'a/lazy');
    const change = wanted(id, 'd1', { debounceMs: 2000, maxWaitMs: 20_000 });
    const dueMs = async (): Promise<number> => {
      const { rows } = await db.query<{ ms: number }>(
        `select round(extract(epoch from due_at - first_touch_at) * 1000)::int as ms from pending`,
      );
      return rows[0].ms;
    };
    await setClock(adminUrl, 0);
    await store.queue([change]);
    const before = await dueMs();
    await setClock(adminUrl, 1500);
    await store.queue([change]);
    expect(await dueMs()).toBe(before);
    await setClock(adminUrl, 2500);
    expect(documentsOf(await store.claim(8))).toEqual([]);
    expect(await dueMs()).toBeGreaterThanOrEqual(3500);
    expect(await store.oldestDueS()).toBe(0);
    await setClock(adminUrl, 3300);
    expect(await store.claim(8)).toBeNull();
    await setClock(adminUrl, 3700);
    expect((await store.claim(8))?.rows).toMatchObject([{ document: 'd1', touches: 2 }]);
  });

  it('of a row given back begins no new wait', async () => {
    const id = await namespaces.idOf(organization, 'a/again');
    await store.queue([wanted(id, 'd1')]);
    const claim = await store.claim(8);
    await store.queue([wanted(id, 'd1', { version: 2, debounceMs: 60_000, maxWaitMs: 600_000 })]);
    await store.giveBack(claim!, [{ ...claim!.rows[0], waitMs: 1000 }]);
    await setClock(adminUrl, 1500);
    expect(documentsOf(await store.claim(8))).toEqual(['d1']);
  });

  it('keeps what changed while a claim was under way', async () => {
    const id = await namespaces.idOf(organization, 'a/meanwhile');
    await store.queue([wanted(id, 'd1')]);
    const claim = await store.claim(8);
    await store.queue([wanted(id, 'd1', { version: 2, debounceMs: 1000, maxWaitMs: 10_000 })]);
    await store.drop(claim!, claim!.rows);
    const { rows } = await db.query<{ claim_id: string | null }>('select claim_id from pending');
    expect(rows).toEqual([{ claim_id: null }]);
  });

  it('ends at once for a reader who waits', async () => {
    const id = await namespaces.idOf(organization, 'a/reader');
    await store.queue([wanted(id, 'd1', { debounceMs: 60_000, maxWaitMs: 600_000 })]);
    expect(await store.claim(8)).toBeNull();
    await store.queue([wanted(id, 'd1', { lane: onRead, touches: 0, wanted: 1 })]);
    expect((await store.claim(8))?.rows).toMatchObject([{ lane: onRead, touches: 1 }]);
  });
});
