import { Database } from '@app/persistence';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { deferred, fanout, onChange } from './lane';
import { countPendingRows } from './pending-count.store';

let db: Database;
let namespaces: NamespaceStore;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaces = new NamespaceStore(db);
}, 60_000);
afterAll(() => db.close());

async function waiting(namespaceId: string, lane: number, count: number): Promise<void> {
  await db.query(
    `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, first_touch_at, max_wait_ms, touches, version)
     select $1, 'd' || $2 || ' ' || n, 'jdg_1', $2::smallint, app.now(), app.now(), app.now() - n * interval '10 s', 0, 1, 1
     from generate_series(1, $3::int) n`,
    [namespaceId, lane, count],
  );
}

it('counts what waits in a namespace by reason, with the age of the oldest [DASH-06]', async () => {
  const id = await namespaces.readIdOf({ organization: 'org_counts', namespace: 'a' });
  const other = await namespaces.readIdOf({ organization: 'org_counts', namespace: 'b' });
  expect(await countPendingRows(db, id)).toEqual([]);
  await waiting(id, onChange, 3);
  await waiting(id, deferred, 2);
  await waiting(other, fanout, 1);
  expect(await countPendingRows(db, id)).toEqual([
    { reason: 'on_change', answers: 3, oldest_s: 30 },
    { reason: 'deferred', answers: 2, oldest_s: 20 },
  ]);
});
