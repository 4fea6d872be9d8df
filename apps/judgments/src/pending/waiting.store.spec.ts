import { Database } from '@app/persistence';
import { NamespaceStore } from '../namespace/namespace.store';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { claimDue } from './claim.store';
import { onChange, onRead, rankOf } from './lane';
import { queueWanted } from './queue.store';
import { countPaused, countWaiting } from './waiting.store';

const organization = 'org_waiting';
let db: Database;
let live: string;
let paused: string;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  const namespaces = new NamespaceStore(db);
  live = await namespaces.idOf({ organization, namespace: 'w/live' });
  paused = await namespaces.idOf({ organization, namespace: 'w/paused' });
  await db.query('truncate pending, turn, outbox');
  await db.query('update namespace set paused = id = $1', [paused]);
});
afterAll(() => db.close());

const queue = (namespaceId: string, lane: number, debounceMs: number, documents: readonly string[]) =>
  queueWanted(
    db,
    documents.map((document) => ({
      ...{ namespaceId, document, judgmentId: 'jdg_1', lane, debounceMs, maxWaitMs: debounceMs },
      ...{ documentVersion: 1, wantedVersion: 0, changes: 1 as const, traceparent: null },
    })),
  );

it('what waits is counted by lane and by what it waits for', async () => {
  await queue(live, onRead, 0, ['claimed']);
  expect((await claimDue(db, 8))?.rows.length).toBe(1);
  await queue(live, onRead, 0, ['read']);
  await queue(live, onChange, 3_600_000, ['a', 'b', 'c']);
  await queue(live, rankOf('fanout'), 0, ['f']);
  await queue(paused, onChange, 0, ['p']);
  await db.query(`update namespace set fanout_held = id = $1`, [live]);
  expect(await countWaiting(db)).toEqual([
    { lane: onRead, reason: 'claimed', rows: 1 },
    { lane: onRead, reason: 'turn', rows: 1 },
    { lane: onChange, reason: 'budget', rows: 1 },
    { lane: onChange, reason: 'debounce', rows: 3 },
    { lane: rankOf('fanout'), reason: 'fanout_limit', rows: 1 },
  ]);
  expect(await countPaused(db)).toBe(1);
});

it('a queue of more than 16 MiB is estimated from a sample of its pages', async () => {
  await db.query('truncate pending');
  await db.query(
    `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
     select $1, repeat('d', 200) || i, 'jdg_1', ${onChange}, app.now() + interval '1 hour', app.now(), 0, 1, 1
     from generate_series(1, 60000) i`,
    [live],
  );
  const [{ rows, ...of }] = await countWaiting(db);
  expect(of).toEqual({ lane: onChange, reason: 'debounce' });
  expect(rows).toBeGreaterThan(50_000);
  expect(rows).toBeLessThan(70_000);
  await db.query('truncate pending');
});
