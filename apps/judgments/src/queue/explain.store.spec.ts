import { Database } from '@app/persistence';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { claimDue } from './pending/claim.store';
import { onChange, onRead, rankOf } from './pending/lane';
import { blockNamespace } from './pending/pending.store';
import { queueWanted } from './pending/queue.store';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { readQueuedRows, readBesideQueueOf } from './explain.store';

const organization = 'org_explain';
const judgmentId = 'jdg_1';
let db: Database;
let namespaceId: string;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaceId = await new NamespaceStore(db).readIdOf({ organization, namespace: 'e/one' });
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.query('truncate pending, turn, outbox, head, deferral');
  await db.query('update namespace set paused = false, fanout_held = false');
});

const queue = (document: string, lane: number, debounceMs = 0, targetVersion = 0) =>
  queueWanted(db, [
    {
      namespaceId,
      document,
      judgmentId,
      targetVersion,
      lane,
      debounceMs,
      maxWaitMs: debounceMs,
      documentVersion: 1,
      wantedVersion: 0,
      changes: 1 as const,
      traceparent: null,
    },
  ]);
const rowsOf = (document: string) => readQueuedRows(db, namespaceId, { document, judgmentId });

it('a row that nothing keeps back waits for its turn, and then for the engine [O-STALE]', async () => {
  await queue('d', onRead);
  const [row] = await rowsOf('d');
  expect(row).toMatchObject({ lane: onRead, reason: 'turn', attempts: 0, job: null });
  expect(row.dueAt).not.toBeNull();
  expect((await claimDue(db, 8))?.rows.length).toBe(1);
  await blockNamespace(db, namespaceId, 3_600);
  // What is claimed has passed billing: a refusal after it keeps it back no longer.
  expect(await rowsOf('d')).toMatchObject([{ reason: 'claimed' }]);
  expect(await rowsOf('another')).toEqual([]);
});

it('a refusal of billing holds a row back until the turn of its namespace may come again [O-STALE]', async () => {
  await queue('d', onChange);
  await blockNamespace(db, namespaceId, 3_600);
  const [{ reason, dueAt }] = await rowsOf('d');
  const { rows } = await db.query<{ blocked_until: Date }>('select blocked_until from turn');
  expect([reason, dueAt]).toEqual(['budget', rows[0].blocked_until]);
  await db.query('update namespace set paused = true');
  expect(await rowsOf('d')).toMatchObject([{ reason: 'budget', dueAt: null }]);
});

it('fan-out of a namespace that holds it waits for room, without a time [O-STALE]', async () => {
  await queue('d', rankOf('fanout'));
  expect(await rowsOf('d')).toMatchObject([{ reason: 'turn' }]);
  await db.query('update namespace set fanout_held = true');
  expect(await rowsOf('d')).toMatchObject([{ lane: rankOf('fanout'), reason: 'fanout_limit', dueAt: null }]);
});

it('the version in force comes first, and of many others 19 are read [O-STALE]', async () => {
  for (let version = 24; version >= 0; version--) await queue('d', onChange, 3_600_000, version);
  const rows = await rowsOf('d');
  expect(rows.map(({ targetVersion }) => targetVersion)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(rows[0].reason).toBe('debounce');
});

it('the last try is that of the active version, of this document alone [O-STALE]', async () => {
  expect(await readBesideQueueOf(db, namespaceId, { document: 'd', judgmentId })).toEqual({
    last: null,
    deferred: false,
    resumesAt: null,
  });
  await db.query(
    `insert into head (namespace_id, document_id, judgment_id, target_version, record, document_version, seen, recorded_at, failure)
     select $1, d, $2, v, 1, 7, 6, app.now(), f
     from (values ('d', 0, 'engine_refused'), ('d', 2, 'judging_failed'), ('e', 2, 'context_too_large')) t(d, v, f)`,
    [namespaceId, judgmentId],
  );
  const { last } = await readBesideQueueOf(db, namespaceId, { document: 'd', judgmentId });
  expect(last).toMatchObject({ failure: 'engine_refused', documentVersion: 7, seen: 6 });
  // Another version was tried there before its activation.
  expect((await readBesideQueueOf(db, namespaceId, { document: 'e', judgmentId })).last).toBeNull();
});
