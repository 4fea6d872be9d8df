import { poolOptionsOf } from '@app/boot';
import { migrateOptionsOf } from '@app/boot/migrate';
import { Database } from '@app/persistence';
import { migrate } from '@app/persistence/migrate';
import { freshSchema, testEnvironment } from '@app/testing';
import { judgmentsSchema } from '../../app.schema';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { claimDue } from './claim.store';
import { rankOf } from './lane';
import { queueWanted } from './queue.store';

const ref = { organization: 'org_target', namespace: 'a/target' };
let db: Database;

/** The schema before the migration that gives the queue and the heads a target version. */
function schemaBefore() {
  const { sql } = judgmentsSchema;
  const at = sql.migrations.findIndex(({ name }) => name === '0010-target-versions');
  return {
    ...judgmentsSchema,
    sql: { ...sql, migrations: sql.migrations.slice(0, at), version: 1, compatibleFrom: 1 },
  };
}

beforeAll(async () => {
  const url = testEnvironment().urls['judgments'];
  await freshSchema(schemaBefore());
  db = await Database.open(poolOptionsOf(judgmentsSchema, url, 2));
  const id = await new NamespaceStore(db).idOf(ref);
  for (const judgment of ['jdg_1', 'jdg_1@3', 'jdg_1@1000002']) {
    await db.query(
      `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
       values ($1, 'd1', $2, $3, app.now(), app.now(), 0, 1, 1)`,
      [id, judgment, rankOf('backfill')],
    );
    await db.query(
      `insert into head (namespace_id, document_id, judgment_id, record, version, document_version, seen, answer_id, recorded_at)
       values ($1, 'd1', $2, 1, 7, 1, 1, $2, app.now())`,
      [id, judgment],
    );
  }
  await db.query(`insert into turn (lane, namespace_id, next_due_at) values ($1, $2, app.now())`, [
    rankOf('backfill'),
    id,
  ]);
  await migrate(migrateOptionsOf(judgmentsSchema, url));
});
afterAll(() => db.close());

it('converts the rows that an earlier build queued', async () => {
  const claim = await claimDue(db, 8);
  const rows = claim!.rows.map(({ judgmentId, targetVersion, head }) => [judgmentId, targetVersion, head?.answerId]);
  expect(rows.sort()).toEqual([
    ['jdg_1', null, 'jdg_1'],
    ['jdg_1', 1_000_002, 'jdg_1@1000002'],
    ['jdg_1', 3, 'jdg_1@3'],
  ]);
});

it('keeps the versions of a judgment apart in the queue, and merges rows of one version', async () => {
  await db.query('truncate pending, turn, head');
  const wanted = {
    ...{ namespaceId: await new NamespaceStore(db).idOf(ref), document: 'd1', judgmentId: 'jdg_1' },
    ...{
      lane: rankOf('backfill'),
      debounceMs: 0,
      maxWaitMs: 0,
      documentVersion: 1,
      wantedVersion: 0,
      traceparent: null,
    },
    changes: 1 as const,
  };
  await queueWanted(db, [wanted, { ...wanted, targetVersion: 3 }, { ...wanted, targetVersion: 3 }]);
  await queueWanted(db, [
    { ...wanted, targetVersion: 3 },
    { ...wanted, targetVersion: 4 },
  ]);
  const { rows } = (await claimDue(db, 8))!;
  expect(rows.map(({ targetVersion, changes }) => [targetVersion, changes])).toEqual(
    expect.arrayContaining([
      [null, 1],
      [3, 2],
      [4, 1],
    ]),
  );
  expect(rows).toHaveLength(3);
});
