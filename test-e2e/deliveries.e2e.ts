import { House, WebhookReceiver, eventually, openHouse } from '@app/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const isLong = process.env.LONG === '1';
const kills = isLong ? 200 : 6;
const perSecond = 200;
const perWrite = 20;
const leaseMs = 31_000;

interface Endpoint {
  id: string;
}
interface Logged {
  event_id: string;
  status: string;
  attempts: number;
}

let house: House;
let receivers: WebhookReceiver[] = [];
let aheadMs = 0;

beforeAll(async () => {
  house = await openHouse({ name: 'deliveries' });
}, 180_000);
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});
afterAll(() => house?.close(), 60_000);

/** What a killed process held: deliveries, and its slices of endpoints. */
async function leasesEnd(): Promise<void> {
  aheadMs += leaseMs;
  await house.setClock(aheadMs);
}

/** What the process that was killed had claimed and not kept. */
async function claimed(): Promise<number> {
  const admin = new Client({ connectionString: house.at.adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from webhooks.delivery where status = 'pending' and attempts > 0 and due_at > app.now()`,
    );
    return rows[0].count;
  } finally {
    await admin.end();
  }
}

async function ok<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const reply = await house.api<T>(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}

/** A namespace whose every document that is made is told to one endpoint. */
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
  const told = (): Map<string, number> => {
    const documents = new Map<string, number>();
    for (const { body } of receiver.deliveries) {
      const { data } = JSON.parse(body.toString()) as { data: { document: string } };
      documents.set(data.document, (documents.get(data.document) ?? 0) + 1);
    }
    return documents;
  };
  const log = async (status?: string): Promise<Logged[]> => {
    const query = status ? `?status=${status}` : '';
    return (await ok<{ deliveries: Logged[] }>('GET', `/webhook-endpoints/${id}/deliveries${query}`)).deliveries;
  };
  return { receiver, id, write, told, log, written: () => written };
}

it(`loses nothing to ${kills} kills under ${perSecond} deliveries a second, and repeats only what was in flight, under one id [DLV-02] [DLV-07]`, async () => {
  const { receiver, write, told, log, written } = await arrange('kills');
  let [isKilling, inFlight] = [true, 0];
  const writing = (async () => {
    while (isKilling) {
      const startMs = performance.now();
      await write(perWrite);
      await sleep(Math.max(0, (1000 * perWrite) / perSecond - (performance.now() - startMs)));
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    const before = receiver.deliveries.length;
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(before + 50), 30_000);
    await house.services.kill('webhooks');
    inFlight += await claimed();
    await house.services.start('webhooks');
    await leasesEnd();
  }
  isKilling = false;
  await writing;
  await leasesEnd();
  await eventually(() => expect(told().size).toBe(written()), 60_000);
  await eventually(async () => expect(await log('pending')).toEqual([]), 60_000, 250);
  expect(await log('failed')).toEqual([]);
  const repeats = receiver.deliveries.length - written();
  expect(repeats).toBeLessThanOrEqual(inFlight);
  // 16 on their way, and as many whose answers were being kept.
  expect(inFlight).toBeLessThanOrEqual(32 * kills);
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
    if (!house.services.isRunning('webhooks')) await house.services.start('webhooks');
    else await house.services.disarm('webhooks');
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
      await house.services.arm('webhooks', { point, mode: 'kill' });
      await write(1);
      await house.services.untilGone('webhooks');
      await house.services.start('webhooks');
      await leasesEnd();
      await eventually(async () => expect(await log()).toMatchObject([{ status: 'succeeded' }]), 30_000);
      const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(arrivals);
      expect(new Set(ids).size).toBe(1);
    },
    120_000,
  );
});

it('is recovered and redelivered after its receiver was down [DLV-11] [DLV-12] [WHK-24]', async () => {
  let isDown = true;
  const { receiver, id, write, log } = await arrange('recover', (response) => {
    response.writeHead(isDown ? 500 : 204).end();
  });
  const since = new Date(Date.now() + aheadMs - 60_000).toISOString();
  await write(3);
  await eventually(() => expect(receiver.deliveries).toHaveLength(3));
  await ok('PATCH', `/webhook-endpoints/${id}`, { enabled: false });
  const refused = await house.api('POST', `/webhook-endpoints/${id}/recover`, { since });
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
