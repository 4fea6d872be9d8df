import { Stack, WebhookReceiver, eventually, openStack, openLimitMs } from '@app/testing/stack';
import { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const isLong = process.env.LONG === '1';
const kills = isLong ? 200 : 6;
const perSecond = 200;
const perWrite = 20;
const leaseMs = 31_000;
const egressAddresses = ['203.0.113.7', '127.0.0.0/30'];

interface Endpoint {
  id: string;
}
interface Logged {
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
}

let stack: Stack;
let receivers: WebhookReceiver[] = [];
let aheadMs = 0;

beforeAll(async () => {
  stack = await openStack({
    name: 'deliveries',
    processes: true,
    movesClock: true,
    // What an operator writes where deliveries leave by these addresses; here they leave by loopback.
    settings: { gateway: { WEBHOOK_EGRESS_ADDRESSES: JSON.stringify(egressAddresses) } },
  });
}, openLimitMs);
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});
afterAll(() => stack?.close(), 60_000);

/** What a killed process held: deliveries, and its slices of endpoints. */
async function leasesEnd(): Promise<void> {
  aheadMs += leaseMs;
  await stack.setClock(aheadMs);
}

/** Of events that were sent, those that the process which was killed held: their rows wait, or they have none yet. */
async function heldAtDeath(sent: readonly string[]): Promise<string[]> {
  const rows = await stack.sql<{ event_id: string; held: boolean }>(
    `select event_id, status = 'pending' and due_at > app.now() as held from webhooks.delivery`,
  );
  const known = new Set(rows.map((row) => row.event_id));
  const waiting = rows.filter(({ held }) => held).map((row) => row.event_id);
  return [...waiting, ...new Set(sent.filter((id) => !known.has(id)))];
}

async function ok<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const reply = await stack.api<T>(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}

/** A namespace whose every new document raises an event for one endpoint. */
async function arrange(name: string, answer?: Parameters<typeof WebhookReceiver.open>[0]) {
  const receiver = await WebhookReceiver.open(answer);
  receivers.push(receiver);
  const namespace = `deliveries/${name}`;
  await ok('POST', '/namespaces', { name: namespace });
  const { id } = await ok<Endpoint>('POST', '/webhook-endpoints', {
    url: `${receiver.origin}/in`,
    namespace_prefix: namespace,
  });
  const at = `/namespaces/${encodeURIComponent(namespace)}`;
  await ok('PUT', `${at}/subscriptions/all`, { filter: { 'attributes.live': true }, endpoint: id });
  let written = 0;
  const write = async (count: number): Promise<void> => {
    const upsert = Array.from({ length: count }, () => ({ id: `doc:${written++}`, attributes: { live: true } }));
    await ok('POST', `${at}/documents`, { upsert });
  };
  const documents = new Set<string>();
  let read = 0;
  const delivered = (): Set<string> => {
    for (; read < receiver.deliveries.length; read += 1) {
      const { data } = JSON.parse(receiver.deliveries[read].body.toString()) as { data: { document: string } };
      documents.add(data.document);
    }
    return documents;
  };
  const log = async (status?: string): Promise<Logged[]> => {
    const query = status ? `?status=${status}` : '';
    return (await ok<{ deliveries: Logged[] }>('GET', `/webhook-endpoints/${id}/deliveries${query}`)).deliveries;
  };
  return { receiver, id, at, write, delivered, log, written: () => written };
}

it(`loses nothing to ${kills} kills under ${perSecond} deliveries a second, and repeats only what was in flight, under one id [DLV-02] [DLV-07]`, async () => {
  const { receiver, write, delivered, log, written } = await arrange('kills');
  const deathsSeen = new Map<string, number>();
  let isKilling = true;
  const writing = (async () => {
    while (isKilling) {
      const startMs = performance.now();
      await write(perWrite);
      await sleep(Math.max(0, (1000 * perWrite) / perSecond - (performance.now() - startMs)));
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    const before = receiver.deliveries.length;
    // Each process catches up to within a second before it dies, or the rate would be that of what waits.
    await eventually(() => {
      expect(receiver.deliveries.length).toBeGreaterThan(before + 50);
      expect(written() - delivered().size).toBeLessThan(perSecond);
    }, 60_000);
    await stack.services.kill('webhooks');
    const sent = receiver.deliveries.map(({ headers }) => String(headers['webhook-id']));
    for (const id of await heldAtDeath(sent)) deathsSeen.set(id, (deathsSeen.get(id) ?? 0) + 1);
    // Before it starts: it finds its slices free, instead of looking again 4 s later.
    await leasesEnd();
    await stack.services.start('webhooks');
  }
  isKilling = false;
  await writing;
  // Facts that a dead process had pulled come again by themselves, after the bus's wait for acknowledgements.
  await eventually(() => expect(delivered().size).toBe(written()), 150_000, 250);
  await eventually(async () => expect(await log('pending')).toEqual([]), 150_000, 250);
  expect(await log('failed')).toEqual([]);
  // At each death 16 were on their way, and others had answers that were being kept; what was held ahead was not sent.
  expect(receiver.deliveries.length - written()).toBeLessThanOrEqual(64 * kills);
  const arrivals = new Map<string, number>();
  for (const { headers } of receiver.deliveries) {
    const id = String(headers['webhook-id']);
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  // Comes again only what a dead process held, once more for each that died with it.
  expect([...arrivals].filter(([id, count]) => count > 1 + (deathsSeen.get(id) ?? 0))).toEqual([]);
  const bodies = new Map<unknown, Set<string>>();
  for (const { headers, body } of receiver.deliveries) {
    const id = headers['webhook-id'];
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body.toString()));
  }
  expect(bodies.size).toBe(written());
  expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
}, 3_600_000);

describe('a kill between two steps of a delivery', () => {
  afterEach(async () => {
    if (!(await stack.services.isRunning('webhooks'))) await stack.services.start('webhooks');
    else await stack.services.disarm('webhooks');
  });

  it.each([
    ['webhooks.claim.after-commit', 1],
    ['webhooks.attempt.before-send', 1],
    ['webhooks.attempt.after-send', 2],
    ['webhooks.record.before-commit', 2],
    ['webhooks.consume.after-commit', 1],
  ])(
    '%s leaves one delivery that arrives %i times under one id [DLV-07]',
    async (point, arrivals) => {
      const { receiver, write, log } = await arrange(point.replaceAll('.', '-'));
      await stack.services.arm('webhooks', { point, mode: 'kill' });
      await write(1);
      await stack.services.untilGone('webhooks');
      await leasesEnd();
      await stack.services.start('webhooks');
      await eventually(async () => expect(await log()).toMatchObject([{ status: 'succeeded' }]), 30_000);
      const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(arrivals);
      expect(new Set(ids).size).toBe(1);
    },
    120_000,
  );
});

describe('a kill between two steps of a delivery that has no row yet', () => {
  afterEach(async () => {
    if (!(await stack.services.isRunning('webhooks'))) await stack.services.start('webhooks');
    else await stack.services.disarm('webhooks');
  });

  const points: [point: string, arrivals: number][] = [
    ['webhooks.attempt.after-send', 2],
    ['webhooks.claim.after-commit', 1],
    ['webhooks.attempt.before-send', 1],
    ['webhooks.record.before-commit', 2],
    ['webhooks.record.after-commit', 1],
  ];
  // Each waits for half a minute until the stream gives the fact again.
  it.each(isLong ? points : points.slice(0, 1))(
    '%s leaves one delivery that arrives %i times under one id [DLV-02] [DLV-07]',
    async (point, arrivals) => {
      const { receiver, id, write, log } = await arrange(`direct-${point.replaceAll('.', '-')}`);
      // The endpoint shows that it answers well, and then nothing of it waits.
      await write(40);
      await eventually(async () => expect(await log('succeeded')).toHaveLength(40), 30_000);
      await stack.services.arm('webhooks', { point, mode: 'kill' });
      await write(1);
      await stack.services.untilGone('webhooks');
      // The service that would show the log is gone.
      const rows = await stack.sql<object>(`select id from webhooks.delivery where endpoint_id = '${id}'`);
      expect(rows).toHaveLength(point === 'webhooks.record.after-commit' ? 41 : 40);
      await leasesEnd();
      await stack.services.start('webhooks');
      await eventually(async () => expect(await log('succeeded')).toHaveLength(41), 60_000);
      const counts = new Map<unknown, number>();
      for (const { headers } of receiver.deliveries)
        counts.set(headers['webhook-id'], (counts.get(headers['webhook-id']) ?? 0) + 1);
      expect([...counts.values()].sort()).toEqual([...new Array<number>(40).fill(1), arrivals]);
    },
    120_000,
  );
});

it('comes from an address of the published list [WHK-28]', async () => {
  const { receiver, write } = await arrange('egress');
  await write(20);
  await eventually(() => expect(receiver.deliveries).toHaveLength(20));
  const { addresses } = (await stack.api<{ addresses: string[] }>('GET', '//webhook-egress-addresses')).body;
  expect(addresses).toEqual(egressAddresses);
  const published = new BlockList();
  for (const each of addresses) {
    const [address, bits = '32'] = each.split('/');
    published.addSubnet(address, Number(bits));
  }
  const sources = [...new Set(receiver.deliveries.map(({ from }) => from.replace(/^::ffff:/, '')))];
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => !published.check(source))).toEqual([]);
});

it('still tells what happened in a namespace that was deleted, the end of the deletion too [DLV-12] [FEED-05]', async () => {
  let isDown = true;
  const { receiver, id, write, log, at } = await arrange('deleted', (response) => {
    response.writeHead(isDown ? 500 : 204).end();
  });
  const since = new Date(stack.nowMs - 60_000).toISOString();
  await ok('PATCH', `/webhook-endpoints/${id}`, { events: ['job.*'] });
  await write(1);
  await eventually(async () => expect(await log()).toMatchObject([{ status: 'pending', status_code: 500 }]));
  const [{ event_id: entered }] = await log();
  const { id: job } = await ok<{ id: string }>('DELETE', at);
  await eventually(async () => expect(await ok('GET', `/jobs/${job}`)).toMatchObject({ status: 'done' }), 30_000);
  expect((await stack.api('GET', at)).status).toBe(404);
  await eventually(async () => expect((await log()).map((entry) => entry.event_type)).toContain('job.completed'));
  await ok('PATCH', `/webhook-endpoints/${id}`, { enabled: false });
  isDown = false;
  await ok('PATCH', `/webhook-endpoints/${id}`, { enabled: true });
  await ok('POST', `/webhook-endpoints/${id}/recover`, { since });
  await eventually(() => {
    const types = receiver.deliveries.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
    expect(types).toEqual(expect.arrayContaining(['subscription.entered', 'job.completed']));
  });
  const bodies = receiver.deliveries.filter(({ headers }) => headers['webhook-id'] === entered);
  expect(new Set(bodies.map(({ body }) => body.toString())).size).toBe(1);
  await eventually(async () => expect(await log('pending')).toEqual([]));
}, 60_000);

it('is recovered and redelivered after its receiver was down [DLV-11] [DLV-12] [WHK-24]', async () => {
  let isDown = true;
  const { receiver, id, write, log } = await arrange('recover', (response) => {
    response.writeHead(isDown ? 500 : 204).end();
  });
  const since = new Date(stack.nowMs - 60_000).toISOString();
  await write(3);
  await eventually(() => expect(receiver.deliveries).toHaveLength(3));
  await ok('PATCH', `/webhook-endpoints/${id}`, { enabled: false });
  const refused = await stack.api('POST', `/webhook-endpoints/${id}/recover`, { since });
  expect(refused.status).toBe(409);
  await eventually(async () => expect(await log('skipped')).toHaveLength(3));
  isDown = false;
  await ok('PATCH', `/webhook-endpoints/${id}`, { enabled: true });
  expect(await ok('POST', `/webhook-endpoints/${id}/recover`, { since })).toEqual({ queued: 3 });
  expect(await ok('POST', `/webhook-endpoints/${id}/recover`, { since })).toEqual({ queued: 0 });
  await eventually(async () => expect(await log('succeeded')).toHaveLength(3));
  const [{ event_id: eventId }] = await log();
  expect(await ok('POST', `/events/${eventId}/redeliver`, { endpoint: id })).toMatchObject({ event_id: eventId });
  await eventually(async () => expect(await log('succeeded')).toHaveLength(4));
  expect(receiver.deliveries.filter(({ headers }) => headers['webhook-id'] === eventId)).toHaveLength(3);
}, 60_000);
