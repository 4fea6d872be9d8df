import { Call } from '@app/bus';
import { SubscriptionBody, SubscriptionView } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { subscribe } from '../testing/subscriptions';

const org = 'org_endpoint';
const namespace = 'acme/one';
const body: SubscriptionBody = { filter: { 'attributes.heat': { gte: 10 } }, endpoint: 'whe_1' };
const warned = [expect.objectContaining({ code: 'endpoint_deleted', path: '/endpoint' }) as object];
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
  await harness.namespaces.make(namespace, harness.call(org));
}, 60_000);
beforeEach(async () => {
  harness.neighbours.unavailable.clear();
  harness.neighbours.endpoints.set('whe_1', '*').set('whe_own', namespace);
  await subscribe(harness, org, namespace, 'hot', body);
});
afterAll(() => harness.close());

const scoped = () => Call.within(30_000, { ...harness.call(org).who, scope: namespace });
const read = () => harness.subscriptions.get({ namespace, name: 'hot' }, harness.call(org));
const put = (sent: SubscriptionBody, call: Call, name = 'hot') =>
  harness.subscriptions.put({ namespace, name, subscription: sent }, call);

describe('a subscription whose endpoint was deleted', () => {
  it('says so where it is read, and what was read can be sent again [SUB-06] [WHK-21]', async () => {
    expect(await read()).not.toHaveProperty('warnings');
    harness.neighbours.endpoints.delete('whe_1');
    const { endpoint, warnings, filter } = await read();
    expect({ endpoint, warnings }).toEqual({ endpoint: 'whe_1', warnings: warned });
    const { subscriptions } = await harness.subscriptions.list({ namespace }, harness.call(org));
    expect(subscriptions).toMatchObject([{ name: 'hot', warnings: warned }]);
    const { status, body: reply } = await put({ filter, endpoint }, harness.call(org));
    expect(status).toBe(200);
    expect((JSON.parse(reply) as { subscription: SubscriptionView }).subscription.warnings).toEqual(warned);
    expect(await subscribe(harness, org, namespace, 'hot', { ...body, endpoint: null })).not.toHaveProperty('warnings');
  });

  it('may not be named anew [SUB-06]', async () => {
    harness.neighbours.endpoints.delete('whe_1');
    await expect(put(body, harness.call(org), 'another')).rejects.toMatchObject({ code: 'not_found' });
    await expect(put({ ...body, endpoint: 'whe_none' }, harness.call(org))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is shown without the warning while webhooks does not answer', async () => {
    harness.neighbours.endpoints.delete('whe_1');
    harness.neighbours.unavailable.add('webhooks');
    expect(await read()).toMatchObject({ endpoint: 'whe_1' });
    expect(await read()).not.toHaveProperty('warnings');
  });
});

it('an endpoint outside of the scope of a key is neither deleted for it nor one that it may name [WHK-11]', async () => {
  const view = await harness.subscriptions.get({ namespace, name: 'hot' }, scoped());
  expect(view).not.toHaveProperty('warnings');
  await expect(put(body, scoped())).rejects.toMatchObject({ code: 'not_found' });
  expect(await put({ ...body, endpoint: 'whe_own' }, scoped())).toMatchObject({ status: 200 });
});
