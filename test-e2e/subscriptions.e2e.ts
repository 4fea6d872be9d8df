import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
let scenario: Scenario;
/** A path of the scenario's namespace, or of what stands under it. */
const at = (rest: string, under = '') => `/namespaces/${encodeURIComponent(scenario.namespace + under)}${rest}`;

interface Event {
  type: string;
  data: {
    subscription: string;
    document: string;
    namespace: string;
    truncated?: boolean;
    url?: string;
    attributes?: object;
  };
}

beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'subs/one');
  await scenario.upsert('first', {}, {});
}, openLimitMs);
afterAll(() => stack?.leave());

/** What a subscription of the scenario's namespaces said, as the feed has it. */
async function heard(subscription: string): Promise<Event[]> {
  const events = (await scenario.events('subscription.*', `${scenario.namespace}*`)) as unknown as Event[];
  return events.filter(({ data }) => data.subscription === subscription);
}

describe('subscriptions by the public doors', () => {
  it('on a prefix: put, inherited, refused below, deleted once for a key and 404 after [SUB-08] [SUB-09] [SUB-10] [TPL-07] [TPL-08]', async () => {
    const body = { filter: { 'attributes.hot': true } };
    const hot = at('/subscriptions/hot', '/*');
    const inherited = at('/subscriptions/hot', '/one');
    const write = (under: string, id: string) =>
      stack.api('POST', at('/documents', under), { upsert: [{ id, attributes: { hot: true } }] });
    await write('/one', 'before');
    expect((await stack.api('PUT', hot, body)).status).toBe(201);
    expect((await stack.api('PUT', hot, body)).status).toBe(200);
    await write('/one', 'h');
    await write('/later', 'l');
    expect((await stack.api('GET', inherited)).body).toMatchObject({
      name: 'hot',
      template: `${scenario.namespace}/*`,
    });
    await eventually(async () => {
      const received = (await heard('hot')).map(({ type, data }) => `${type} ${data.namespace} ${data.document}`);
      const entered = `subscription.entered ${scenario.namespace}`;
      expect(received).toEqual([`${entered}/one h`, `${entered}/later l`]);
    });
    for (const method of ['PUT', 'DELETE'] as const) {
      const refused = await stack.api(method, inherited, method === 'PUT' ? body : undefined);
      expect([refused.status, refused.body.error.details.reason]).toEqual([409, 'inherited']);
    }
    const headers = { 'idempotency-key': `subs-${Date.now()}` };
    const first = await stack.api('DELETE', hot, undefined, { headers });
    const again = await stack.api('DELETE', hot, undefined, { headers });
    expect([first.status, first.text]).toEqual([200, '{"deleted":true}']);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect((await stack.api('DELETE', hot)).status).toBe(404);
  });

  it('past 63 KB leave out what a key reads at `url`, and nobody without one [SUB-05] [DLV-16]', async () => {
    await scenario.ok('PUT', '/subscriptions/large', { filter: { 'attributes.big': true }, include: ['attributes'] });
    const wide = Object.fromEntries(Array.from({ length: 63 }, (_, n) => [`a${n}`, '\u{1F600}'.repeat(256)]));
    await scenario.upsert('lar/ge', {}, { ...wide, big: true });
    await scenario.upsert('small', {}, { a: '\u{1F600}'.repeat(256), big: true });
    const events = await eventually(async () => {
      const found = await heard('large');
      if (found.length < 2) throw new Error('not told yet');
      return found;
    });
    for (const event of events) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(63 * 1024);
    const [large, small] = ['lar/ge', 'small'].map((id) => events.find(({ data }) => data.document === id)!.data);
    expect(small).toMatchObject({ attributes: { big: true } });
    expect(small.truncated).toBeUndefined();
    expect(large).toMatchObject({ truncated: true });
    expect(large.attributes).toBeUndefined();
    const path = at('/documents/lar%2Fge');
    expect(new URL(large.url!).pathname).toBe(`/v1${path}`);
    const { body } = await stack.api('GET', path);
    expect(body.attributes).toEqual({ ...wide, big: true });
    expect((await stack.api('GET', path, undefined, { key: null })).status).toBe(401);
  });

  it('whose endpoint is deleted go on in the feed [SUB-06]', async () => {
    const endpoint = await stack.api<{ id: string }>('POST', '/webhook-endpoints', { url: 'https://example.com/subs' });
    await scenario.ok('PUT', '/subscriptions/told', {
      filter: { 'attributes.told': true },
      endpoint: endpoint.body.id,
    });
    await stack.api('DELETE', `/webhook-endpoints/${endpoint.body.id}`);
    await scenario.upsert('t', {}, { told: true });
    await eventually(async () => {
      expect((await heard('told')).map(({ data }) => data.document)).toEqual(['t']);
    });
  });

  it('with a hold or a window are told when their time has come [SUB-11] [SUB-12]', async () => {
    await scenario.ok('PUT', '/subscriptions/held', { filter: { 'attributes.h': true }, min_hold: '2s' });
    await scenario.ok('PUT', '/subscriptions/young', {
      filter: { created_at: { within: '10s' }, 'attributes.h': true },
    });
    await scenario.upsert('passes', {}, { h: true });
    await scenario.upsert('passes', {}, { h: false });
    await scenario.upsert('stays', {}, { h: true });
    await eventually(async () => {
      expect((await heard('held')).map(({ data }) => data.document)).toEqual(['stays']);
      const young = (await heard('young')).filter(({ data }) => data.document === 'stays').map(({ type }) => type);
      expect(young).toEqual(['subscription.entered', 'subscription.exited']);
    });
  });
});
