import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { membersOf, subscribe } from '../testing/subscriptions';

const org = 'org_filter_bytes';
const kib = 1024;
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
  await harness.write(org, 'fb/one', { upsert: [{ id: 'a', attributes: { k: 'v' } }] });
}, 60_000);
afterAll(() => harness.close());

const filterOf = (bytes: number) => ({
  'attributes.k': { in: Array.from({ length: 64 }, (_, n) => `${n}`.padEnd(bytes / 64, 'x')) },
});

it('refuses a filter past 64 KiB, and one past the 16 MiB of an organization [defect S-H4]', async () => {
  const long = subscribe(harness, org, 'fb/one', 'long', { filter: filterOf(70 * kib) });
  await expect(long).rejects.toMatchObject({ details: { reason: 'bad_length', path: '/filter', limit: 64 * kib } });
  await subscribe(harness, org, 'fb/one', 'first', { filter: filterOf(60 * kib) });
  await harness.database.query(
    `insert into subscription (organization, namespace_id, scope, name, filter, events, include, initial)
     select organization, namespace_id, 'fb/other/' || n, name, filter, events, include, initial
     from subscription, generate_series(1, 269) n where organization = $1`,
    [org],
  );
  const refused = subscribe(harness, org, 'fb/one', 'second', { filter: filterOf(60 * kib) });
  await expect(refused).rejects.toMatchObject({ details: { reason: 'bad_length', limit: 16 * kib * kib } });
  expect((await harness.query(org, 'fb/one', {})).documents).toHaveLength(1);
  // A change of one that stands is measured without what it replaces.
  await subscribe(harness, org, 'fb/one', 'first', { filter: { id: 'b' } });
  await subscribe(harness, 'org_other', 'fb/*', 'hot', { filter: { 'attributes.k': 'v' } });
}, 60_000);

it('keeps a stored filter that no request may send any more from stopping the organization [defect W-H4]', async () => {
  const [other, ns] = ['org_old_filter', 'of/one'];
  await harness.write(other, ns, { upsert: [{ id: 'a', attributes: { x: 1 } }] });
  await subscribe(harness, other, ns, 'old', { filter: { 'attributes.x': 1 } });
  const year0 = { any: [{ created_at: { lt: '0000-01-01T00:00:00Z' } }, { 'attributes.x': 1 }] };
  await harness.database.query(`update subscription set filter = $2, revision = revision + 1 where organization = $1`, [
    other,
    JSON.stringify(year0),
  ]);
  const fresh = harness.another();
  await fresh.write(other, ns, { upsert: [{ id: 'b', attributes: { x: 1 } }] });
  expect(await membersOf(fresh, other, ns, 'old')).toEqual(['a']);
});
