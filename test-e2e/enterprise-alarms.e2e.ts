import { EventView } from '@app/contracts/events';
import { DeliveryList } from '@app/contracts/webhooks';
import { StackClient, WebhookReceiver, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
let scenario: Scenario;
let receiver: WebhookReceiver;
let endpoint: { id: string; secret: string };
/** What came, each verified as a receiver's own code does it, by event id. */
const received = () => new Map(receiver.events(endpoint.secret).map((event) => [event.id, event]));

beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'events/prod');
  receiver = await WebhookReceiver.open();
}, openLimitMs);
afterAll(async () => {
  await receiver.close();
  await stack.leave();
});

const documentOf = ({ data }: EventView): string => (data as { document: string }).document;
const inFeed = (type: string): Promise<EventView[]> => scenario.events(type);

async function log(query = ''): Promise<DeliveryList['deliveries']> {
  const path = `/webhook-endpoints/${endpoint.id}/deliveries${query}`;
  const { status, body, text } = await stack.api<DeliveryList>('GET', path);
  if (status !== 200) throw new Error(`The log answered ${status} ${text}`);
  return body.deliveries;
}

describe('a team that hears of unhappy enterprise customers', () => {
  const tickets = Array.from({ length: 12 }, (_, i) => ({
    id: `ticket:${i}`,
    attributes: { plan: i % 3 === 0 ? 'free' : 'enterprise' },
    state: { text: `Nothing works since Monday, attempt ${i}.` },
  }));
  let unhappy: string[] = [];

  it('subscribes to a question and a plan', async () => {
    const made = await stack.api<{ id: string; secret: string }>('POST', '/webhook-endpoints', {
      url: `${receiver.origin}/unhappy`,
      namespace_prefix: scenario.namespace,
    });
    expect(made.status).toBe(201);
    endpoint = made.body;
    await stack.api('POST', '/namespaces', { name: scenario.namespace });
    await scenario.judgment(boolJudgment('unhappy', { thresholds: { alarm: 0.3 } }));
    await scenario.ok('PUT', '/subscriptions/unhappy-enterprise', {
      filter: { 'answers.unhappy.thresholds.alarm': true, 'attributes.plan': 'enterprise' },
      endpoint: endpoint.id,
      include: ['attributes', 'answers'],
    });
  });

  it('receives a signed event for each, and for nobody else [SUB-01] [SIG-01]', async () => {
    await scenario.write({ upsert: tickets });
    const hot: string[] = [];
    for (const { id, attributes } of tickets) {
      const answer = await scenario.fresh(id, 'unhappy');
      if (answer.thresholds['alarm'] && attributes.plan === 'enterprise') hot.push(id);
    }
    unhappy = hot;
    expect(unhappy.length).toBeGreaterThan(1);
    await eventually(async () => {
      const events = await inFeed('subscription.entered');
      expect(events.map(documentOf).sort()).toEqual([...unhappy].sort());
      const came = received();
      expect(events.every(({ id }) => came.has(id))).toBe(true);
    });
  });

  it('misses what happens while its endpoint is off, and finds it skipped in the log [WHK-18]', async () => {
    const off = await stack.api('PATCH', `/webhook-endpoints/${endpoint.id}`, { enabled: false });
    expect(off.body).toMatchObject({ enabled: false, status: 'disabled' });
    await scenario.write({ patch: unhappy.map((id) => ({ id, attributes: { plan: 'free' } })) });
    const left = await eventually(async () => {
      const events = await inFeed('subscription.exited');
      expect(events.map(documentOf).sort()).toEqual([...unhappy].sort());
      const skipped = await log('?status=skipped');
      expect(skipped.map(({ event_id: id }) => id).sort()).toEqual(events.map(({ id }) => id).sort());
      return events;
    });
    const came = received();
    expect(left.some(({ id }) => came.has(id))).toBe(false);
    const refused = await stack.api('POST', `/webhook-endpoints/${endpoint.id}/recover`, { since: ago(60) });
    expect(refused.status).toBe(409);
  });

  it('recovers them, once, and holds what the feed holds [DLV-12] [FEED-05]', async () => {
    await stack.api('PATCH', `/webhook-endpoints/${endpoint.id}`, { enabled: true });
    const recover = () =>
      stack.api<Record<string, number>>('POST', `/webhook-endpoints/${endpoint.id}/recover`, { since: ago(60) });
    const first = await recover();
    expect(first.status).toBe(200);
    expect(Object.values(first.body)).toEqual([unhappy.length]);
    expect(Object.values((await recover()).body)).toEqual([0]);
    await eventually(async () => {
      const events = await scenario.events();
      expect(events).toHaveLength(2 * unhappy.length);
      const came = received();
      for (const event of events) expect(came.get(event.id)).toEqual(event);
    });
    await eventually(async () => expect(await log('?status=skipped')).toEqual([]));
  });

  it('asks for one of them again, under the same id [DLV-02] [DLV-11]', async () => {
    const [event] = await inFeed('subscription.entered');
    const before = receiver.deliveries.filter(({ headers }) => headers['webhook-id'] === event.id).length;
    const again = await stack.api('POST', `/events/${event.id}/redeliver`, { endpoint: endpoint.id });
    expect(again.status).toBe(200);
    await eventually(() => {
      const sent = receiver.deliveries.filter(({ headers }) => headers['webhook-id'] === event.id);
      expect(sent).toHaveLength(before + 1);
    });
    expect(await scenario.events()).toHaveLength(2 * unhappy.length);
  });
});

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
