import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { judgmentsSchema } from '../../app.schema';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { claimDue } from './claim.store';
import { rankOf } from './lane';
import { queueWanted } from './queue.store';

const ref = { organization: 'org_target', namespace: 'a/target' };
let db: Database;

beforeAll(async () => {
  db = await openFreshDatabase(judgmentsSchema, 2);
});
afterAll(() => db.close());

it('keeps the versions of a judgment apart in the queue, and merges rows of one version', async () => {
  const wanted = {
    namespaceId: await new NamespaceStore(db).readIdOf(ref),
    document: 'd1',
    judgmentId: 'jdg_1',
    lane: rankOf('backfill'),
    debounceMs: 0,
    maxWaitMs: 0,
    documentVersion: 1,
    wantedVersion: 0,
    traceparent: null,
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
