import { EventRaised } from '@app/contracts';
import { Outcome } from '@app/egress';
import { Database, newId } from '@app/persistence';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { webhooksSchema } from '../app.schema';
import { EndpointStore, sliceCount } from '../endpoint/endpoint.store';
import { HealthStore } from '../health/health.store';
import { PartitionStore } from '../retention/partition.store';
import { TallyStore } from '../tally/tally.store';
import { ClaimLimit, ClaimStore, DueEndpoint } from './claim.store';
import { ClaimedDelivery } from './delivery';
import { QueueStore } from '../intake/queue.store';
import { ResultStore } from './result.store';
import { settle } from './settlement';

const allSlices = Array.from({ length: sliceCount }, (_, i) => i);
const settings = {
  url: 'https://hooks.example.com/in',
  events: ['*'],
  namespacePrefix: '*',
  description: null,
  maxPerSecond: null,
};
const failed: Outcome = {
  ok: false,
  statusCode: 500,
  latencyMs: 7,
  error: 'http_status',
  responseText: 'no',
  retryAfter: null,
};
let database: Database;
let endpoints: EndpointStore;
let queue: QueueStore;
let claims: ClaimStore;
let results: ResultStore;
let partitions: PartitionStore;

const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);
const addEndpoint = async (): Promise<string> => {
  const owner = { id: newId('whe'), organization: 'org_claim', secret: Buffer.from('sealed') };
  await database.transaction('spec', (tx) => endpoints.add(tx, owner, settings));
  return owner.id;
};
const raised = (): EventRaised => ({
  id: newId('evt'),
  type: 'job.completed',
  organization: 'org_claim',
  namespace: 'acme/a',
  timestamp: new Date().toISOString(),
  endpoint: null,
  data: { namespace: 'acme/a', text: 'ü' },
});
const upTo =
  (places: number, ahead = 0) =>
  (turns: DueEndpoint[]): ClaimLimit[] =>
    turns.map(({ endpointId }) => ({ endpointId, waitsMs: new Array<number>(places).fill(0), ahead, nextInMs: 0 }));
const claim = (places = 16, ahead = 0): Promise<ClaimedDelivery[]> => claims.claim(allSlices, [], upTo(places, ahead));
const record = (delivery: ClaimedDelivery, outcome: Outcome): Promise<void> =>
  results.record([{ delivery, outcome, settlement: settle(outcome, delivery.attempts, 0.5, Date.now()) }]);
const rowsOf = async (columns: string): Promise<object[]> =>
  (await database.query(`select ${columns} from delivery order by created_at, id`)).rows;

beforeEach(async () => {
  await moveClock(0);
  database = await openFreshDatabase(webhooksSchema, 10);
  partitions = new PartitionStore(database);
  endpoints = new EndpointStore(database);
  queue = new QueueStore(database, partitions);
  claims = new ClaimStore(database);
  results = new ResultStore(database, new HealthStore(new TallyStore(database)));
});
afterEach(async () => {
  await database.close();
  await moveClock(0);
});

describe('the queue', () => {
  it('holds an event once for an endpoint and its payload once for all, however often it comes [DLV-02]', async () => {
    const [first, second] = [await addEndpoint(), await addEndpoint()];
    const event = raised();
    const deliveries = [first, second].map((endpointId) => ({ event, endpointId }));
    await Promise.all(Array.from({ length: 5 }, () => queue.add(deliveries)));
    expect(await rowsOf('event_id, status, attempts')).toEqual(
      new Array(2).fill({ event_id: event.id, status: 'pending', attempts: 0 }),
    );
    const { rows } = await database.query<{ body: string }>('select body from payload');
    const { id, type, timestamp, data } = event;
    expect(rows).toEqual([{ body: JSON.stringify({ id, type, timestamp, data }) }]);
  });

  it('skips for a disabled endpoint, and disabling skips what waits', async () => {
    const endpointId = await addEndpoint();
    await queue.add([{ event: raised(), endpointId }]);
    await database.transaction('spec', (tx) => endpoints.enable(tx, endpointId, false));
    await queue.add([{ event: raised(), endpointId }]);
    expect(await rowsOf('status, due_at')).toEqual(new Array(2).fill({ status: 'skipped', due_at: null }));
    expect(await claim()).toEqual([]);
  });

  it('loses no wake-up between consumers and claims at the same time', async () => {
    const ids = await Promise.all([addEndpoint(), addEndpoint()]);
    let isDone = false;
    const taken: string[] = [];
    const claiming = (async () => {
      for (let empty = 0; empty < 3;) {
        const got = await claim(4);
        taken.push(...got.map(({ eventId, endpointId }) => eventId + endpointId));
        empty = isDone && got.length === 0 ? empty + 1 : 0;
      }
    })();
    const adding = ids.map(async (endpointId) => {
      for (let i = 0; i < 60; i += 1) await queue.add([{ event: raised(), endpointId }]);
    });
    await Promise.all(adding);
    isDone = true;
    await claiming;
    expect(new Set(taken).size).toBe(120);
    expect(taken).toHaveLength(120);
  });
});

describe('a claim', () => {
  it('by two owners at once never takes a delivery twice', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, addEndpoint));
    await queue.add(
      Array.from({ length: 30 }, raised).flatMap((event) => ids.map((endpointId) => ({ event, endpointId }))),
    );
    const taken: string[] = [];
    const owner = async (): Promise<void> => {
      for (let i = 0; i < 20; i += 1)
        taken.push(...(await claim(5)).map(({ eventId, endpointId }) => eventId + endpointId));
    };
    await Promise.all([owner(), owner()]);
    expect(taken).toHaveLength(180);
    expect(new Set(taken).size).toBe(180);
  });

  it('takes from each endpoint whose turn it is, however much waits for one', async () => {
    const [flooded, other] = [await addEndpoint(), await addEndpoint()];
    await queue.add(Array.from({ length: 400 }, raised).map((event) => ({ event, endpointId: flooded })));
    await queue.add([{ event: raised(), endpointId: other }]);
    const taken = await claim(16);
    expect(taken.filter(({ endpointId }) => endpointId === flooded)).toHaveLength(16);
    expect(taken.filter(({ endpointId }) => endpointId === other)).toHaveLength(1);
  });

  it('ends with its lease: another takes over, and the late result of the first is dropped', async () => {
    const endpointId = await addEndpoint();
    await queue.add([{ event: raised(), endpointId }]);
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    await moveClock(31_000);
    const [second] = await claim();
    expect([first.attempts, second.attempts]).toEqual([1, 2]);
    await record(first, { ...failed, ok: true, statusCode: 200, error: null });
    expect(await rowsOf('status, attempts, attempted_at')).toEqual([
      { status: 'pending', attempts: 2, attempted_at: null },
    ]);
    await record(second, failed);
    expect(await rowsOf('status, attempts, status_code, latency_ms, error, response')).toEqual([
      { status: 'pending', attempts: 2, status_code: 500, latency_ms: 7, error: 'http_status', response: 'no' },
    ]);
  });

  it('comes nine times over three days and never again [DLV-05] [DLV-06]', async () => {
    const endpointId = await addEndpoint();
    await queue.add([{ event: raised(), endpointId }]);
    let now = 0;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      const [delivery] = await claim();
      expect(delivery.attempts).toBe(attempt);
      await record(delivery, failed);
      if (attempt === 9) break;
      const stepMs = settle(failed, attempt, 0.5, 0).waitMs ?? 0;
      await moveClock((now += stepMs - 1_500));
      expect(await claim()).toEqual([]);
      await moveClock((now += 1_500));
      waits.push(stepMs);
    }
    expect(waits).toHaveLength(8);
    await moveClock(now + 10 * 24 * 3600 * 1000);
    expect(await claim()).toEqual([]);
    expect(await rowsOf('status, attempts, due_at')).toEqual([{ status: 'failed', attempts: 9, due_at: null }]);
  });

  it('counts an attempt before it is made: a loop of crashes ends at nine', async () => {
    const endpointId = await addEndpoint();
    await queue.add([{ event: raised(), endpointId }]);
    const seen: number[] = [];
    for (let i = 1; i <= 12; i += 1) {
      seen.push(...(await claim()).map(({ attempts }) => attempts));
      await moveClock(i * 31_000);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await rowsOf('status, attempts')).toEqual([{ status: 'failed', attempts: 9 }]);
  });

  it('waits for the pause that a receiver asked for, for every delivery to it [DLV-08]', async () => {
    const endpointId = await addEndpoint();
    await queue.add([raised(), raised()].map((event) => ({ event, endpointId })));
    const [first] = await claim(1);
    await record(first, { ...failed, statusCode: 429, retryAfter: '60' });
    await moveClock(58_000);
    expect(await claim()).toEqual([]);
    await moveClock(61_000);
    expect(await claim()).toHaveLength(2);
  });
});

describe('what goes', () => {
  it('is all of a deleted endpoint at once for sending, and its rows behind it', async () => {
    const [gone, other] = [await addEndpoint(), await addEndpoint()];
    await queue.add([gone, other].map((endpointId) => ({ event: raised(), endpointId })));
    await database.transaction('spec', (tx) => endpoints.remove(tx, gone));
    await queue.add([{ event: raised(), endpointId: gone }]);
    expect((await claim()).map(({ endpointId }) => endpointId)).toEqual([other]);
    while (await partitions.removeGone());
    expect(await rowsOf('endpoint_id')).toEqual([{ endpoint_id: other }]);
  });

  it('is every day past its time, by whole partitions', async () => {
    const endpointId = await addEndpoint();
    await queue.add([{ event: raised(), endpointId }]);
    await moveClock(34 * 24 * 3600 * 1000);
    expect(await partitions.dropOldest()).toBe(false);
    await moveClock(37 * 24 * 3600 * 1000);
    expect([await partitions.dropOldest(), await partitions.dropOldest(), await partitions.dropOldest()]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await rowsOf('id')).toEqual([]);
  });
});
