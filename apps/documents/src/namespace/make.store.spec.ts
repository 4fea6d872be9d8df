import { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { subscribe } from '../testing/subscriptions';

const org = 'org_make';
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

describe('a namespace that a judgment needs', () => {
  it('is made once, like that of a first document [defect W-M3]', async () => {
    const call = harness.call(org);
    expect(await harness.namespaces.readState({ organization: org, namespace: 'mk/one' })).toMatchObject({
      exists: false,
    });
    const made = await Promise.all([1, 2, 3].map(() => harness.namespaces.make('mk/one', call)));
    expect(made.filter((one) => one.made)).toHaveLength(1);
    expect((await harness.query(org, 'mk/one', {})).documents).toEqual([]);
    await harness.write(org, 'mk/one', { upsert: [{ id: 'a' }] });
    expect(await harness.namespaces.make('mk/one', call)).toEqual({ made: false });
    expect((await harness.query(org, 'mk/one', {})).documents).toHaveLength(1);
  });

  it('is refused while it is being deleted; what stands in it can be read [defect W-M2] [defect E-L18]', async () => {
    const call = harness.call(org);
    await harness.namespaces.make('mk/gone', call);
    await subscribe(harness, org, 'mk/gone', 'hot', { filter: { 'attributes.x': 1 }, endpoint: null, min_hold: null });
    await harness.database.query(`update namespace set deleting = true where name = 'mk/gone'`);
    const deleting = { code: 'conflict', details: { reason: 'deleting' } };
    await expect(harness.namespaces.make('mk/gone', call)).rejects.toMatchObject(deleting);
    const put = subscribe(harness, org, 'mk/gone', 'hot', { filter: { 'attributes.x': 2 } });
    await expect(put).rejects.toMatchObject(deleting);
    const create = harness.namespaces.create({ name: 'mk/gone' }, call).catch((error: Problem) => error.message);
    expect(await create).toContain('being deleted');
    const { subscriptions } = await harness.subscriptions.list({ namespace: 'mk/gone' }, call);
    expect(subscriptions.map(({ name, endpoint, min_hold }) => [name, endpoint, min_hold])).toEqual([
      ['hot', null, null],
    ]);
    await expect(harness.subscriptions.list({ namespace: 'mk/none' }, call)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
