import { EventView } from '@app/contracts/events';
import { JobView } from '@app/contracts/jobs';
import { Stack, WebhookReceiver, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { FeedReader } from './scenario/feed-reader';
import { Scenario } from './scenario/scenario';

const writers = 16;
const documentsEach = process.env.LONG === '1' ? 20 : 8;
const rounds = process.env.LONG === '1' ? 40 : 4;
/** How often the sequencer dies, in turn before its commit and after it: once each in the short form. */
const deaths = rounds / 2;
const points = ['feed.append.before-commit', 'feed.append.after-commit'];

interface Moved {
  document: string;
  sequence: number;
}

let stack: Stack;
beforeAll(async () => {
  stack = await openStack({ name: 'feed', processes: true });
}, openLimitMs);
afterAll(() => stack?.close());

it('gives 16 writers to its readers in one order, without gap or double, while the sequencer is killed [FEED-04] [FEED-01]', async () => {
  const scenario = new Scenario(stack, 'feed/writers');
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.ok('PUT', '/subscriptions/live', { filter: { 'attributes.live': true } });
  const total = writers * documentsEach * rounds;
  const readers = [new FeedReader(stack, scenario.namespace), new FeedReader(stack, scenario.namespace)];
  const reading = readers.map((reader) => reader.until(total));

  let died = 0;
  const arm = () => stack.services.arm('events-feed', { point: points[died % points.length], mode: 'kill' });
  await arm();
  const killing = (async () => {
    while (died < deaths) {
      await stack.services.untilGone('events-feed');
      await stack.services.start('events-feed');
      died += 1;
      if (died < deaths) await arm();
    }
  })();
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      // A round goes on after the death before it: each armed point has events to die of.
      await eventually(() => expect(died).toBeGreaterThanOrEqual(Math.floor(round / 2)), 120_000);
      const upsert = Array.from({ length: documentsEach }, (_, i) => ({
        id: `w${writer}-${i}`,
        attributes: { live: round % 2 === 0 },
        state: {},
      }));
      await eventually(() => scenario.write({ upsert }), 60_000);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await killing;
  const [first, second] = await Promise.all(reading);

  expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  expect(new Set(first.map(({ id }) => id)).size).toBe(total);
  const sequences = first.map(({ data }) => (data as unknown as Moved).sequence);
  expect(new Set(sequences).size).toBe(total);
  const expected = Array.from({ length: rounds }, (_, i) => `subscription.${i % 2 ? 'exited' : 'entered'}`);
  for (const types of byDocument(first).values()) expect(types).toEqual(expected);
}, 600_000);

it('has what webhooks carry, by the same ids and data, and what no endpoint was sent; no test sends [FEED-05] [FEED-07] [FEED-02]', async () => {
  const receiver = await WebhookReceiver.open();
  try {
    const scenario = new Scenario(stack, 'feed/same');
    await stack.api('POST', '/namespaces', { name: scenario.namespace });
    const endpoint = async (path: string, events: string[]) => {
      const { body, status } = await stack.api<{ id: string }>('POST', '/webhook-endpoints', {
        url: `${receiver.origin}${path}`,
        events,
        namespace_prefix: scenario.namespace,
      });
      expect(status).toBe(201);
      return body.id;
    };
    const [live, asleep] = [await endpoint('/live', ['job.*', 'namespace.*']), await endpoint('/asleep', ['*'])];
    expect((await stack.api('PATCH', `/webhook-endpoints/${asleep}`, { enabled: false })).status).toBe(200);
    const filter = { 'attributes.live': true };
    await scenario.ok('PUT', '/subscriptions/told', { filter, endpoint: live });
    await scenario.ok('PUT', '/subscriptions/asleep', { filter, endpoint: asleep });
    await scenario.ok('PUT', '/subscriptions/nobody', { filter });

    for (const body of [{}, { type: 'job.failed' }]) {
      expect((await stack.api('POST', `/webhook-endpoints/${live}/test`, body)).status).toBeLessThan(300);
    }
    await scenario.upsert('a', { text: 'Grüße \u{1f469}\u200d\u{1f680}' }, { live: true });
    const budget = (usd: number) => ({ budget: { compute_usd_per_month: usd, on_exceeded: 'pause' } });
    await scenario.ok('PATCH', '', budget(0));
    await scenario.ok('PATCH', '', budget(5));
    const { body: job } = await scenario.call<JobView>('DELETE', '');
    await eventually(async () => {
      expect((await stack.api<JobView>('GET', `/jobs/${job.id}`)).body.status).toBe('done');
    }, 30_000);

    const events = await eventually(async () => {
      const all = await scenario.events('*');
      expect(all).toHaveLength(6);
      return all;
    });
    expect(events.map(nameOf).sort()).toEqual([
      'job.completed',
      'namespace.budget_paused',
      'namespace.budget_resumed',
      'subscription.entered asleep',
      'subscription.entered nobody',
      'subscription.entered told',
    ]);
    const covered = events.filter((event) => !/asleep|nobody/.test(nameOf(event)));
    const sent = await eventually(() => {
      expect(receiver.deliveries).toHaveLength(covered.length + 2);
      return receiver.deliveries.map(({ body }) => JSON.parse(body.toString('utf8')) as EventView & { test?: true });
    });
    const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
    expect(sent.filter(({ test }) => !test).sort(byId)).toEqual([...covered].sort(byId));
    expect(receiver.deliveries.map(({ path }) => path)).not.toContain('/asleep');

    const tests = sent.filter(({ test }) => test).map(({ id, type }) => ({ id, type }));
    expect(tests.map(({ type }) => type).sort()).toEqual(['job.failed', 'webhook.test']);
    const whole = await new FeedReader(stack).toEnd();
    const tested = new Set(tests.map(({ id }) => id));
    expect(whole.filter(({ id, type }) => tested.has(id) || type === 'webhook.test')).toEqual([]);
    expect(whole.length).toBeGreaterThanOrEqual(events.length);
  } finally {
    await receiver.close();
  }
}, 120_000);

function nameOf({ type, data }: EventView): string {
  const { subscription } = data as { subscription?: string };
  return subscription ? `${type} ${subscription}` : type;
}

/** The types that each document was told of, in the order of their sequence. */
function byDocument(events: EventView[]): Map<string, string[]> {
  const typesOf = new Map<string, string[]>();
  const moves = events.map(({ type, data }) => ({ type, ...(data as unknown as Moved) }));
  for (const { document, type } of moves.sort((a, b) => a.sequence - b.sequence)) {
    typesOf.set(document, [...(typesOf.get(document) ?? []), type]);
  }
  return typesOf;
}
