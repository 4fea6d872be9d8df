import { EventRaised } from '@app/contracts/events';
import { Outcome } from '@app/egress';
import { removeEndpoint, setEnabled } from '../endpoint/endpoint.store';
import { OpenStores, moveClock } from '../testing/open-stores';
import { raisedEvent } from '../testing/open-webhooks';
import { sliceCount, sliceOf } from '../endpoint/endpoint-row';
import { dueTurns } from './claim.store';
import { settle } from './settlement';

const failed: Outcome = {
  ok: false,
  statusCode: 500,
  latencyMs: 7,
  error: 'http_status',
  responseText: 'no',
  retryAfter: null,
};
let stores: OpenStores;

const raised = (): EventRaised => raisedEvent(stores.organization);
const rowsOf = async (columns: string): Promise<object[]> =>
  (await stores.database.query(`select ${columns} from delivery order by created_at, id`)).rows;

beforeEach(async () => {
  stores = await OpenStores.open('org_claim');
});
afterEach(() => stores.close());

describe('the queue', () => {
  it('has an event once for each endpoint and its body once for all, also when it comes several times [DLV-02]', async () => {
    const [first, second] = [await stores.addEndpoint(), await stores.addEndpoint()];
    const event = raised();
    const deliveries = [first, second].map((endpointId) => ({ event, endpointId }));
    await Promise.all(Array.from({ length: 5 }, () => stores.queue(deliveries)));
    expect(await rowsOf('event_id, status, attempts')).toEqual(
      new Array(2).fill({ event_id: event.id, status: 'pending', attempts: 0 }),
    );
    const { rows } = await stores.database.query<{ body: string }>('select body from payload');
    const { id, type, timestamp, data } = event;
    expect(rows).toEqual([{ body: JSON.stringify({ id, type, timestamp, data }) }]);
  });

  it('skips deliveries to a disabled endpoint, and disabling skips the pending ones', async () => {
    const endpointId = await stores.addEndpoint();
    await stores.queue([{ event: raised(), endpointId }]);
    await stores.database.transaction('spec', (tx) => setEnabled(tx, endpointId, false));
    await stores.queue([{ event: raised(), endpointId }]);
    expect(await rowsOf('status, due_at')).toEqual(new Array(2).fill({ status: 'skipped', due_at: null }));
    expect(await stores.claim()).toEqual([]);
  });

  it('loses no delivery when consumers queue and processes claim at the same time', async () => {
    const ids = await Promise.all([stores.addEndpoint(), stores.addEndpoint()]);
    let isDone = false;
    const taken: string[] = [];
    const claiming = (async () => {
      for (let empty = 0; empty < 3;) {
        const got = await stores.claim(4);
        taken.push(...got.map(({ eventId, endpointId }) => eventId + endpointId));
        empty = isDone && got.length === 0 ? empty + 1 : 0;
      }
    })();
    const adding = ids.map(async (endpointId) => {
      for (let i = 0; i < 60; i += 1) await stores.queue([{ event: raised(), endpointId }]);
    });
    await Promise.all(adding);
    isDone = true;
    await claiming;
    expect(new Set(taken).size).toBe(120);
    expect(taken).toHaveLength(120);
  });
});

describe('a claim', () => {
  it('takes no delivery twice when two processes claim at once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => stores.addEndpoint()));
    await stores.queue(
      Array.from({ length: 30 }, raised).flatMap((event) => ids.map((endpointId) => ({ event, endpointId }))),
    );
    const taken: string[] = [];
    const owner = async (): Promise<void> => {
      for (let i = 0; i < 20; i += 1)
        taken.push(...(await stores.claim(5)).map(({ eventId, endpointId }) => eventId + endpointId));
    };
    await Promise.all([owner(), owner()]);
    expect(taken).toHaveLength(180);
    expect(new Set(taken).size).toBe(180);
  });

  it('takes from every due endpoint, however many deliveries wait for one of them', async () => {
    const [flooded, other] = [await stores.addEndpoint(), await stores.addEndpoint()];
    await stores.queue(Array.from({ length: 400 }, raised).map((event) => ({ event, endpointId: flooded })));
    await stores.queue([{ event: raised(), endpointId: other }]);
    const taken = await stores.claim(16);
    expect(taken.filter(({ endpointId }) => endpointId === flooded)).toHaveLength(16);
    expect(taken.filter(({ endpointId }) => endpointId === other)).toHaveLength(1);
  });

  it('ends with its lease: another process claims the delivery, and the late result of the first is dropped', async () => {
    const endpointId = await stores.addEndpoint();
    await stores.queue([{ event: raised(), endpointId }]);
    const [first] = await stores.claim();
    expect(await stores.claim()).toEqual([]);
    await moveClock(31_000);
    const [second] = await stores.claim();
    expect([first.attempts, second.attempts]).toEqual([1, 2]);
    await stores.record(first, { ...failed, ok: true, statusCode: 200, error: null });
    expect(await rowsOf('status, attempts, attempted_at')).toEqual([
      { status: 'pending', attempts: 2, attempted_at: null },
    ]);
    await stores.record(second, failed);
    expect(await rowsOf('status, attempts, status_code, latency_ms, error, response')).toEqual([
      { status: 'pending', attempts: 2, status_code: 500, latency_ms: 7, error: 'http_status', response: 'no' },
    ]);
  });

  it('is foreseen by the look of a sender that rests', async () => {
    const endpointId = await stores.addEndpoint();
    const allSlices = Array.from({ length: sliceCount }, (_, i) => i);
    const looks = (slices = allSlices) =>
      Promise.all([0, 10_000].map((withinMs) => stores.database.finds(dueTurns(slices, withinMs))));
    expect(await looks()).toEqual([false, false]);
    await stores.queue([{ event: raised(), endpointId }]);
    expect(await looks()).toEqual([true, true]);
    expect(await looks(allSlices.filter((slice) => slice !== sliceOf(endpointId)))).toEqual([false, false]);
    await stores.claim();
    expect(await looks()).toEqual([false, false]);
    await moveClock(25_000);
    expect(await looks()).toEqual([false, true]);
    await moveClock(31_000);
    expect(await looks()).toEqual([true, true]);
  });

  it('happens nine times over three days and never again [DLV-05] [DLV-06]', async () => {
    const endpointId = await stores.addEndpoint();
    await stores.queue([{ event: raised(), endpointId }]);
    let now = 0;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      const [delivery] = await stores.claim();
      expect(delivery.attempts).toBe(attempt);
      await stores.record(delivery, failed);
      if (attempt === 9) break;
      const stepMs = settle(failed, attempt, 0.5, 0).waitMs ?? 0;
      await moveClock((now += stepMs - 1_500));
      expect(await stores.claim()).toEqual([]);
      await moveClock((now += 1_500));
      waits.push(stepMs);
    }
    expect(waits).toHaveLength(8);
    await moveClock(now + 10 * 24 * 3600 * 1000);
    expect(await stores.claim()).toEqual([]);
    expect(await rowsOf('status, attempts, due_at')).toEqual([{ status: 'failed', attempts: 9, due_at: null }]);
  });

  it('counts an attempt before it is made, so that a loop of crashes ends at nine', async () => {
    const endpointId = await stores.addEndpoint();
    await stores.queue([{ event: raised(), endpointId }]);
    const seen: number[] = [];
    for (let i = 1; i <= 12; i += 1) {
      seen.push(...(await stores.claim()).map(({ attempts }) => attempts));
      await moveClock(i * 31_000);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await rowsOf('status, attempts')).toEqual([{ status: 'failed', attempts: 9 }]);
  });

  it('waits out the pause that a receiver asked for, with every delivery to it [DLV-08]', async () => {
    const endpointId = await stores.addEndpoint();
    await stores.queue([raised(), raised()].map((event) => ({ event, endpointId })));
    const [first] = await stores.claim(1);
    await stores.record(first, { ...failed, statusCode: 429, retryAfter: '60' });
    await moveClock(58_000);
    expect(await stores.claim()).toEqual([]);
    await moveClock(61_000);
    expect(await stores.claim()).toHaveLength(2);
  });
});

describe('deletion', () => {
  it('ends all sending to a deleted endpoint at once, and removes its rows later', async () => {
    const [gone, other] = [await stores.addEndpoint(), await stores.addEndpoint()];
    await stores.queue([gone, other].map((endpointId) => ({ event: raised(), endpointId })));
    await stores.database.transaction('spec', (tx) => removeEndpoint(tx, gone));
    await stores.queue([{ event: raised(), endpointId: gone }]);
    expect((await stores.claim()).map(({ endpointId }) => endpointId)).toEqual([other]);
    while (await stores.partitions.removeGone());
    expect(await rowsOf('endpoint_id')).toEqual([{ endpoint_id: other }]);
  });

  it('drops whole days that are no longer kept', async () => {
    const endpointId = await stores.addEndpoint();
    await stores.queue([{ event: raised(), endpointId }]);
    await moveClock(34 * 24 * 3600 * 1000);
    expect(await stores.partitions.dropOldest()).toBe(false);
    await moveClock(37 * 24 * 3600 * 1000);
    expect([
      await stores.partitions.dropOldest(),
      await stores.partitions.dropOldest(),
      await stores.partitions.dropOldest(),
    ]).toEqual([true, true, false]);
    expect(await rowsOf('id')).toEqual([]);
  });
});
