import type { Outcome } from '@app/egress';
import { giveBack } from '../delivery/held.store';
import { OpenStores, moveClock } from '../testing/open-stores';
import { raisedEvent } from '../testing/open-webhooks';
import { readHours } from '../tally/hours.store';
import { logFilterOf } from './log-filter';
import { LogPosition, listDeliveries, maxScanned } from './log.store';

const refused: Outcome = {
  ok: false,
  statusCode: 500,
  latencyMs: 3,
  error: 'http_status',
  responseText: '',
  retryAfter: null,
};
let stores: OpenStores;
let endpointId: string;

/** Queues `count` deliveries; the first is the oldest, each a second after the one before. */
async function queued(count: number, type: string, namespace: string | null, oldestS: number): Promise<void> {
  await stores.database.query(
    `insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, status, created_at)
     select date '2026-01-05', $1, $2 || n, $2 || n, 'org_log', $3, $4, 'succeeded', app.now() - ($5 - n) * interval '1 s'
     from generate_series(0, $6::int - 1) n`,
    [endpointId, `${type} ${namespace} `, type, namespace, oldestS, count],
  );
}
async function listed(asked: Parameters<typeof logFilterOf>[0], after: LogPosition | null = null, limit = 100) {
  const { rows, next } = await listDeliveries(stores.database, endpointId, logFilterOf(asked), after, limit);
  return { ids: rows.map(({ id }) => id), next };
}
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();

beforeAll(async () => {
  stores = await OpenStores.open('org_log');
  await stores.database.transaction('spec', (tx) => stores.partitions.mustHave(tx, '2026-01-05'));
}, 60_000);
beforeEach(async () => (endpointId = await stores.addEndpoint()));
afterAll(() => stores.close());

describe('the log of an endpoint', () => {
  it('shows types, a span of time and namespaces [WHK-24]', async () => {
    await queued(2, 'job.completed', 'a/one', 9_000);
    await queued(1, 'job.failed', 'a/two', 4_000);
    await queued(1, 'webhook_endpoint.failing', null, 60);
    const newestFirst = [
      'webhook_endpoint.failing null 0',
      'job.failed a/two 0',
      'job.completed a/one 1',
      'job.completed a/one 0',
    ];
    expect(await listed({})).toEqual({ ids: newestFirst, next: null });
    expect((await listed({ types: 'job.*' })).ids).toEqual(newestFirst.slice(1));
    expect((await listed({ types: 'job.failed,webhook_endpoint.failing' })).ids).toEqual(newestFirst.slice(0, 2));
    expect((await listed({ since: ago(5_000) })).ids).toEqual(newestFirst.slice(0, 2));
    expect((await listed({ until: ago(5_000), status: 'succeeded' })).ids).toEqual(newestFirst.slice(2));
    expect((await listed({ namespace_prefix: 'a/*' })).ids).toEqual(newestFirst.slice(1));
    expect((await listed({ namespace_prefix: 'a/two' })).ids).toEqual(newestFirst.slice(1, 2));
    expect(await listed({ status: 'failed' })).toEqual({ ids: [], next: null });
    const first = await listed({ types: 'job.*' }, null, 2);
    expect((await listed({ types: 'job.*' }, first.next, 2)).ids).toEqual(newestFirst.slice(3));
  });

  it('goes on after a page in which nothing passed the filter [WHK-24]', async () => {
    await queued(1, 'job.failed', 'a', 9_500);
    await queued(maxScanned, 'job.completed', 'a', 9_000);
    const empty = await listed({ types: 'job.failed' });
    expect(empty.ids).toEqual([]);
    expect(await listed({ types: 'job.failed' }, empty.next)).toEqual({ ids: ['job.failed a 0'], next: null });
  });

  it('shows no next attempt while one is under way, and the time of one that waits [WHK-24] [WHK-25]', async () => {
    /** Null, or how long after the latest attempt in milliseconds, or `due` where there was none. */
    const next = async (): Promise<unknown> => {
      const { rows } = await listDeliveries(stores.database, endpointId, logFilterOf({}), null, 100);
      const [{ next_at: at, attempted_at: last }] = rows;
      return at && (last ? at.getTime() - last.getTime() : 'due');
    };
    const event = raisedEvent('org_log');
    // Held when it is queued, claimed, given back, and claimed again.
    const { claimed: held } = await stores.queue([{ event, endpointId }], { now: 1, ahead: 0 });
    expect([held.length, await next()]).toEqual([1, null]);
    await giveBack(stores.database, held);
    expect(await next()).toBe('due');
    const ahead = await stores.claim(0, 1);
    expect([ahead.length, await next()]).toEqual([1, null]);
    await giveBack(stores.database, ahead);
    const [first] = await stores.claim();
    expect(await next()).toBeNull();
    await stores.record(first, refused);
    expect(await next()).toBe(5_000);
    await moveClock(6_000);
    expect([(await stores.claim()).length, await next()]).toEqual([1, null]);
    // Its process is gone: what it had is due.
    await moveClock(40_000);
    expect(await next()).toBeGreaterThan(30_000);
    await moveClock(0);
  });

  it('refuses what is no type, no prefix and no time [ERR-01]', () => {
    const reason = (asked: Parameters<typeof logFilterOf>[0]) => {
      try {
        logFilterOf(asked);
      } catch (error) {
        return (error as { details: { reason: string } }).details.reason;
      }
      return undefined;
    };
    expect(reason({ types: 'job.nothing' })).toBe('bad_enum');
    expect(reason({ namespace_prefix: 'a b' })).toBe('bad_namespace');
    expect(reason({ since: 'soon' })).toBe('bad_timestamp');
  });
});

it('counts the deliveries of an endpoint by hour, without gaps [WHK-12]', async () => {
  await stores.database.query(
    `insert into tally (endpoint_id, span, at, deliveries, succeeded, last_at)
     select $1, 'hour', date_trunc('hour', app.now(), 'UTC') - n * interval '1 hour', 10 + n, 9, app.now()
     from unnest(array[0, 2, 5]) n`,
    [endpointId],
  );
  const hours = await readHours(stores.database, endpointId, 4);
  expect(hours.map(({ deliveries, succeeded }) => [deliveries, succeeded])).toEqual([
    [0, 0],
    [12, 9],
    [0, 0],
    [10, 9],
  ]);
});
