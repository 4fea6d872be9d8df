import { EventRaised } from '@app/contracts/events';
import { Outcome } from '@app/egress';
import { removeEndpoint, setEnabled } from '../endpoint/endpoint.store';
import { readReceivers } from '../intake/receiver.store';
import { readStats } from '../tally/tally.store';
import { OpenStores } from '../testing/open-stores';
import { raisedEvent } from '../testing/open-webhooks';
import { ClaimedDelivery, bodyOf, dayOf } from './delivery';
import { keepResults } from './keep.store';
import { nameOf, readKnown } from './known.store';
import { settle } from './settlement';

const organization = 'org_keep';
const ok: Outcome = { ok: true, statusCode: 204, latencyMs: 7, error: null, responseText: '', retryAfter: null };
const refused: Outcome = { ...ok, ok: false, statusCode: 429, error: 'http_status', retryAfter: '60' };
let stores: OpenStores;
let endpointId: string;

const sent = async (event: EventRaised, to = endpointId): Promise<ClaimedDelivery> => {
  const receivers = (await readReceivers(stores.database, [organization])).get(organization) ?? [];
  const endpoint = receivers.find(({ id }) => id === to)!.endpoint;
  const key = { day: dayOf(event), endpointId: to, eventId: event.id, turn: 0 };
  const body = bodyOf(event);
  const direct = { wanted: { event, endpointId: to }, end: () => undefined };
  const held = { attempts: 1, ahead: false, attemptedAt: null, traceparent: null, waitMs: 0 };
  return { ...key, ...held, body, endpoint, heldFromMs: performance.now() - 50, direct };
};
const keep = (deliveries: ClaimedDelivery[], outcome = ok): Promise<void> =>
  keepResults(
    stores.database,
    deliveries.map((delivery) => ({ delivery, outcome, settlement: settle(outcome, 1, 0.5, Date.now()) })),
  );
const rowsOf = async (columns: string, table = 'delivery'): Promise<object[]> =>
  (await stores.database.query(`select ${columns} from ${table}`)).rows;
const isReady = async (): Promise<boolean> =>
  (await readReceivers(stores.database, [organization])).get(organization)![0].isReady;

beforeEach(async () => {
  stores = await OpenStores.open(organization);
  endpointId = await stores.addEndpoint();
  await stores.partitions.makeAhead();
});
afterEach(() => stores.close());

describe('the result of a delivery without a row', () => {
  it('is one row with its body, counted, made before its attempt, and known from then on [DLV-02] [WHK-12]', async () => {
    const deliveries = await Promise.all(
      [raisedEvent(organization), raisedEvent(organization)].map((each) => sent(each)),
    );
    expect(await readKnown(stores.database, deliveries)).toEqual(new Set());
    await keep(deliveries);
    expect(
      await rowsOf('status, attempts, status_code, due_at, created_at < attempted_at as is_made_before, organization'),
    ).toEqual(
      new Array(2).fill({
        status: 'succeeded',
        attempts: 1,
        status_code: 204,
        due_at: null,
        is_made_before: true,
        organization,
      }),
    );
    expect((await rowsOf('body', 'payload')).map((row) => (row as { body: string }).body).sort()).toEqual(
      deliveries.map(({ body }) => body).sort(),
    );
    expect(await readKnown(stores.database, deliveries)).toEqual(new Set(deliveries.map(nameOf)));
    expect((await readStats(stores.database, [endpointId]))[0]).toMatchObject({
      deliveries_24h: 2,
      success_rate_24h: 1,
    });
    // Kept once more, after a commit of which this process heard nothing.
    await keep(deliveries);
    expect(await rowsOf('status')).toHaveLength(2);
    expect((await readStats(stores.database, [endpointId]))[0].deliveries_24h).toBe(2);
  });

  it('waits for its next attempt when it failed, with the pause of its endpoint, which is not ready any more', async () => {
    expect(await isReady()).toBe(true);
    await keep([await sent(raisedEvent(organization))], refused);
    expect(await rowsOf(`status, attempts, status_code, due_at > app.now() + interval '55 s' as waits`)).toEqual([
      { status: 'pending', attempts: 1, status_code: 429, waits: true },
    ]);
    expect(
      await rowsOf(
        `due_at < 'infinity' as is_due, paused_until > app.now() + interval '55 s' as is_paused`,
        'endpoint_turn',
      ),
    ).toEqual([{ is_due: true, is_paused: true }]);
    expect(await rowsOf('failed_attempts', 'endpoint')).toEqual([{ failed_attempts: 1 }]);
    expect(await isReady()).toBe(false);
  });

  it('is skipped when it failed and its endpoint was disabled meanwhile, and nothing when that was deleted', async () => {
    const gone = await stores.addEndpoint();
    const disabled = await sent(raisedEvent(organization));
    const deleted = await sent(raisedEvent(organization), gone);
    await stores.database.transaction('spec', (tx) => setEnabled(tx, endpointId, false));
    await stores.database.transaction('spec', (tx) => removeEndpoint(tx, gone));
    await keep([disabled, deleted], refused);
    await keep([deleted]);
    expect(await rowsOf('endpoint_id, status, due_at')).toEqual([
      { endpoint_id: endpointId, status: 'skipped', due_at: null },
    ]);
  });

  it('leaves a row as it is that another process has made of the same event', async () => {
    const event = raisedEvent(organization);
    const delivery = await sent(event);
    await stores.queue([{ event, endpointId }]);
    await keep([delivery]);
    expect(await rowsOf('status, attempts')).toEqual([{ status: 'pending', attempts: 0 }]);
  });
});

it('an endpoint is ready although a look at it is due, when no delivery is', async () => {
  await stores.database.query('update endpoint_turn set due_at = app.now()');
  expect(await isReady()).toBe(true);
  await stores.queue([{ event: raisedEvent(organization), endpointId }]);
  expect(await isReady()).toBe(false);
});

it('an endpoint is not ready while a delivery is due, after a failure, and with a rate', async () => {
  await stores.queue([{ event: raisedEvent(organization), endpointId }]);
  expect(await isReady()).toBe(false);
  const [claimed] = await stores.claim();
  expect(await isReady()).toBe(true);
  await stores.record(claimed, { ...refused, statusCode: 500, retryAfter: null });
  expect(await isReady()).toBe(false);
  await stores.database.query(`update endpoint set first_failure_at = null, max_per_second = 5`);
  await stores.database.query(`update endpoint_turn set due_at = 'infinity'`);
  expect(await isReady()).toBe(false);
});
