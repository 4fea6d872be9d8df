import { newId } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { ScanPool } from '../../document/pool/scan.pool';
import { membersOf, subscribe } from '../../testing/subscriptions';
import { addWalk } from './walk.store';

let harness: DocumentsHarness;
let scans: ScanPool;

beforeAll(async () => {
  harness = await openDocuments();
  scans = new ScanPool({ scanPoolSize: 2 }, harness.database);
  await scans.onModuleInit();
  // The harness' own has no limit of time.
  Object.assign(harness.scans, { of: scans.of.bind(scans) });
}, 60_000);
afterAll(async () => {
  await scans.onApplicationShutdown();
  await harness.close();
});

const walks = async (): Promise<{ organization: string; attempts: number }[]> =>
  (
    await harness.database.query<{ organization: string; attempts: number }>(
      'select organization, attempts from subscription_walk order by organization',
    )
  ).rows;

it('a walk whose statement does not end in its time goes on with fewer documents, and those of others have their turn', async () => {
  const organizations = [newId('org'), newId('org')].sort();
  for (const org of organizations) {
    await harness.write(org, 'n', { upsert: ['a', 'b', 'c'].map((id) => ({ id, state: { text: id } })) });
    await subscribe(harness, org, 'n', 's', { filter: { 'state.text': { contains: 'b' } } });
  }
  // Members that a walk must set: writes alone would have set them.
  await harness.database.query('delete from membership');
  for (const organization of organizations) {
    const { rows } = await harness.database.query<{ id: string }>(
      "select id from subscription where organization = $1 and name = 's'",
      [organization],
    );
    const spec = { organization, subscription_id: rows[0].id, scope: 'n', kind: 'filter' } as const;
    await harness.database.transaction('spec', (tx) => addWalk(tx, spec));
  }
  await harness.database.query("update subscription_walk set lease_until = app.now() - interval '1 second'");
  await harness.database.withConnection('spec', async (holder) => {
    await holder.query('begin');
    await holder.query('lock table membership in access exclusive mode');
    await harness.walks.turn();
    await harness.walks.turn();
    expect((await walks()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    await holder.query('rollback');
  });
  for (let turn = 0; turn < 20 && (await walks()).length > 0; turn++) await harness.walks.turn();
  expect(await walks()).toEqual([]);
  for (const org of organizations) {
    expect(await membersOf(harness, org, 'n', 's')).toEqual(['b']);
  }
}, 60_000);
