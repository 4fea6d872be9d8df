import { EndpointStats } from '@app/contracts/webhooks';
import { Database, newId } from '@app/persistence';
import { movedClock } from '@app/testing';
import { OpenStores, moveClock } from '../testing/open-stores';
import { readStats, sweepTally, tallySql } from './tally.store';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let stores: OpenStores;
let database: Database;
let endpointId: string;

/** Records an attempt that ends now, of a new delivery or of a known one. @returns what the next attempt needs */
const attempt = async (
  status: 'succeeded' | 'pending',
  known?: { eventId: string; before: Date },
  test = false,
): Promise<{ eventId: string; before: Date }> => {
  const eventId = known?.eventId ?? newId('evt');
  const at = await database.transaction('spec', async (tx) => {
    const { rows } = await tx.query<{ at: Date }>(
      `insert into delivery (day, endpoint_id, event_id, id, organization, type, test, status, attempts, attempted_at)
       values (date '2026-01-05', $1, $2, $2, 'org_tally', 'job.completed', $4, $3, 1, date_trunc('milliseconds', app.now()))
       on conflict (day, endpoint_id, event_id, turn) do update set status = $3, attempted_at = excluded.attempted_at
       returning attempted_at as at`,
      [endpointId, eventId, status, test],
    );
    await tx.query(
      `with kept as (select $1::text as endpoint_id, $2::timestamptz as attempted_at, $3::timestamptz as before,
         $4::text as status, $5::boolean as test) ${tallySql('kept')}`,
      [endpointId, rows[0].at, known?.before ?? null, status, test],
    );
    return rows[0].at;
  });
  return { eventId, before: at };
};
const stats = async (): Promise<EndpointStats> => (await readStats(database, [endpointId]))[0];
/** The same figures, counted from the deliveries themselves. */
const counted = async (): Promise<{ day: number; succeeded: number }> => {
  const { rows } = await database.query<{ day: number; succeeded: number }>(
    `select count(*)::int as day, (count(*) filter (where status = 'succeeded'))::int as succeeded from delivery
     where endpoint_id = $1 and not test and attempted_at > app.now() - interval '24 hours'`,
    [endpointId],
  );
  return rows[0];
};

beforeAll(async () => {
  stores = await OpenStores.open('org_tally');
  database = stores.database;
  await database.transaction('spec', (tx) => stores.partitions.mustHave(tx, '2026-01-05'));
});
beforeEach(() => (endpointId = newId('whe')));
afterEach(() => moveClock(0));
afterAll(() => stores.close());

describe('the last 24 hours of an endpoint', () => {
  it('have no figures before its first delivery [WHK-12]', async () => {
    expect(await stats()).toEqual({ deliveries_24h: 0, success_rate_24h: null, last_delivery_at: null });
  });

  it('count each delivery once, at the time of its latest attempt, and no test send [WHK-12] [WHK-31]', async () => {
    await attempt('succeeded');
    const failing = await attempt('pending');
    await attempt('succeeded', undefined, true);
    expect(await stats()).toMatchObject({ deliveries_24h: 2, success_rate_24h: 0.5 });
    await moveClock(2 * hourMs);
    const { before } = await attempt('succeeded', failing);
    expect(await stats()).toEqual({
      deliveries_24h: 2,
      success_rate_24h: 1,
      last_delivery_at: before.toISOString(),
    });
    // The first is a day old, the second was attempted two hours later.
    await moveClock(25 * hourMs);
    expect(await stats()).toMatchObject({ deliveries_24h: 1, success_rate_24h: 1 });
    await moveClock(27 * hourMs);
    expect(await stats()).toEqual({
      deliveries_24h: 0,
      success_rate_24h: null,
      last_delivery_at: before.toISOString(),
    });
  });

  it('end to the millisecond, not to the hour [WHK-12]', async () => {
    const { before } = await attempt('succeeded');
    const endsInMs = before.getTime() + 24 * hourMs - Date.now();
    await moveClock(endsInMs - 2_000);
    expect((await stats()).deliveries_24h).toBe(1);
    await moveClock(endsInMs + 1);
    expect((await stats()).deliveries_24h).toBe(0);
  });

  it('agree with the deliveries at any time [WHK-12]', async () => {
    const open: { eventId: string; before: Date }[] = [];
    for (let i = 0; i < 60; i += 1) {
      await moveClock(i * 37 * minuteMs + (i % 7) * 11_000);
      const known = i % 3 === 0 ? open.shift() : undefined;
      const status = i % 4 === 0 ? 'succeeded' : 'pending';
      const next = await attempt(status, known);
      if (status === 'pending') open.push(next);
      const { day, succeeded } = await counted();
      expect(await stats()).toMatchObject({ deliveries_24h: day, success_rate_24h: succeeded / day });
    }
    expect(movedClock.now() - Date.now()).toBeGreaterThan(36 * hourMs);
  });

  it('need few rows, and the time of the last attempt stays [WHK-12]', async () => {
    await database.query(
      `insert into endpoint (id, organization, url, events, namespace_prefix, secret)
       values ($1, 'org_tally', 'https://hooks.example.com', '{}', '*', '')`,
      [endpointId],
    );
    await attempt('succeeded');
    const { last_delivery_at: last } = await stats();
    await moveClock(48 * hourMs);
    expect(await sweepTally(database)).toBeGreaterThan(0);
    const { rows } = await database.query('select span from tally where endpoint_id = $1', [endpointId]);
    expect(rows).toEqual([{ span: 'hour' }]);
    expect(await stats()).toEqual({ deliveries_24h: 0, success_rate_24h: null, last_delivery_at: last });
    await database.query('delete from endpoint where id = $1', [endpointId]);
    await sweepTally(database);
    expect((await stats()).last_delivery_at).toBeNull();
  });

  it('cost as much with a million deliveries as with a few [WHK-12]', async () => {
    await database.query(
      `insert into tally select $1, s.span, t.at, 694, 690, t.at from (values ('minute'), ('hour')) s(span),
         lateral generate_series(date_trunc(s.span, app.now() - interval '1 day', 'UTC'), app.now(), ('1 ' || s.span)::interval) t(at)`,
      [endpointId],
    );
    const { rows } = await database.query<{ 'QUERY PLAN': { Plan: { 'Actual Rows': number } }[] }>(
      `explain (analyze, format json) select * from tally where endpoint_id = $1 and span = 'hour' and at > app.now() - interval '1 day'`,
      [endpointId],
    );
    expect(rows[0]['QUERY PLAN'][0].Plan['Actual Rows']).toBeLessThanOrEqual(25);
    const startMs = performance.now();
    for (let i = 0; i < 20; i += 1) await stats();
    expect((performance.now() - startMs) / 20).toBeLessThan(500);
  });
});
