import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { subscribe } from '../testing/subscriptions';

const org = 'org_members';
const hot = { filter: { 'attributes.heat': { gte: 10 } } };
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

const put = (namespace: string, id: string, heat: number) =>
  harness.write(org, namespace, { upsert: [{ id, attributes: { heat } }] });

it('shows how many documents of the namespace match now, of an inherited one too, and none on a prefix [DASH-06]', async () => {
  await put('m/one', 'a', 20);
  await put('m/one', 'b', 1);
  await put('m/two', 'c', 20);
  await subscribe(harness, org, 'm/*', 'hot', hot);
  await subscribe(harness, org, 'm/one', 'cold', { filter: { 'attributes.heat': { lt: 10 } } });
  const call = harness.call(org);
  const listed = async () => {
    const { subscriptions } = await harness.subscriptions.list({ namespace: 'm/one' }, call);
    return subscriptions.map(({ name, members }) => [name, members]);
  };
  expect(await listed()).toEqual([
    ['cold', 1],
    ['hot', 1],
  ]);
  await put('m/one', 'b', 30);
  expect(await listed()).toEqual([
    ['cold', 0],
    ['hot', 2],
  ]);
  expect(await harness.subscriptions.get({ namespace: 'm/two', name: 'hot' }, call)).toMatchObject({ members: 1 });
  expect(await harness.subscriptions.get({ namespace: 'm/*', name: 'hot' }, call)).not.toHaveProperty('members');
});

it('are counted up to 1,000, and left out where too many documents wait to match later', async () => {
  const namespace = 'many';
  await put(namespace, 'a', 20);
  await subscribe(harness, org, namespace, 'hot', hot);
  const call = harness.call(org);
  const fill = (matching: boolean, from: number, to: number) =>
    harness.database.query(
      `insert into membership (namespace_id, subscription_id, document_id, matching)
       select m.namespace_id, m.subscription_id, 'd' || n, $2 from membership m join namespace ns on ns.id = m.namespace_id,
         generate_series($3::int, $4::int) n where ns.name = $1 and m.document_id = 'a'`,
      [namespace, matching, from, to],
    );
  await fill(false, 1, 5_200);
  expect(await harness.subscriptions.get({ namespace, name: 'hot' }, call)).not.toHaveProperty('members');
  await harness.database.query(`delete from membership where not matching`);
  await fill(true, 1, 1_500);
  expect(await harness.subscriptions.get({ namespace, name: 'hot' }, call)).toMatchObject({ members: 1_000 });
});
