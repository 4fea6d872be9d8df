import type { ServiceConfig } from '@app/boot';
import { Outcome } from '@app/egress';
import type { Logger } from '@app/observability';
import type { webhooksSettings } from '../app.config';
import { findLocked, rotateSecret, setEnabled, updateSettings } from '../endpoint/endpoint.store';
import type { AttemptService } from '../sender/attempt.service';
import { DispatchService } from '../sender/dispatch.service';
import type { ResultRecorder } from '../sender/result-recorder';
import type { SliceService } from '../sender/slice.service';
import type { VersionReader } from '../sender/version-reader';
import { OpenStores, endpointSettings, moveClock } from '../testing/open-stores';
import { raisedEvent } from '../testing/open-webhooks';
import { ClaimedDelivery, NewDelivery } from './delivery';
import { Headroom } from './headroom';
import { giveBack, readVersions } from './held.store';
import { QueueService } from './queue.service';

const organization = 'org_held';
const answered: Outcome = {
  ok: true,
  statusCode: 200,
  latencyMs: 3,
  error: null,
  responseText: 'ok',
  retryAfter: null,
};
const config = { sendersInFlight: 1 } as unknown as ServiceConfig<typeof webhooksSettings>;
const none: Headroom = { now: 0, ahead: 0 };
let stores: OpenStores;
let endpointId: string;

const newOnes = (count: number, to = endpointId): NewDelivery[] =>
  Array.from({ length: count }, () => ({ event: raisedEvent(organization), endpointId: to }));
const add = (count: number, headroom: Headroom, to = endpointId) => stores.queue(newOnes(count, to), headroom);
const transaction = (work: Parameters<OpenStores['database']['transaction']>[1]) =>
  stores.database.transaction('spec', work);
const rows = async (): Promise<unknown[]> =>
  (
    await stores.database.query<{ row: unknown[] }>(
      `select json_build_array(status, attempts, ahead, due_at > app.now()) as row from delivery order by id`,
    )
  ).rows.map(({ row }) => row);

beforeEach(async () => {
  stores = await OpenStores.open(organization);
  endpointId = await stores.addEndpoint();
});
afterEach(() => stores.close());

describe('a delivery that is held ahead', () => {
  it('counts no attempt until its result is recorded', async () => {
    await add(3, none);
    const claimed = await stores.claim(1, 8);
    expect(claimed.map(({ attempts, ahead }) => [attempts, ahead])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
    expect(await rows()).toEqual([
      ['pending', 1, false, true],
      ['pending', 0, true, true],
      ['pending', 0, true, true],
    ]);
    for (const delivery of claimed) await stores.record(delivery, answered);
    expect(await rows()).toEqual(new Array(3).fill(['succeeded', 1, false, null]));
  });

  it('counts no attempt when its process dies; the next claim counts at once, so that a loop of crashes ends', async () => {
    await add(1, none);
    const seen: [number, boolean][] = [];
    const claimed: ClaimedDelivery[] = [];
    for (let i = 1; i <= 24; i += 1) {
      claimed.push(...(await stores.claim(0, 8)));
      seen.push(...claimed.splice(0).map(({ attempts, ahead }) => [attempts, ahead] as [number, boolean]));
      await moveClock(i * 31_000);
    }
    expect(seen.slice(0, 4)).toEqual([
      [1, true],
      [1, false],
      [2, true],
      [2, false],
    ]);
    expect(seen.at(-1)).toEqual([9, false]);
    expect(seen).toHaveLength(18);
    expect(await rows()).toEqual([['failed', 9, false, null]]);
  });

  it('drops the late results of its earlier holders', async () => {
    await add(1, none);
    const [first] = await stores.claim(0, 1);
    await moveClock(31_000);
    const [second] = await stores.claim(0, 1);
    await moveClock(62_000);
    const [third] = await stores.claim(0, 1);
    expect([first, second, third].map(({ attempts, ahead }) => [attempts, ahead])).toEqual([
      [1, true],
      [1, false],
      [2, true],
    ]);
    for (const late of [first, second]) await stores.record(late, answered);
    expect(await rows()).toEqual([['pending', 1, true, true]]);
    await stores.record(third, answered);
    expect(await rows()).toEqual([['succeeded', 2, false, null]]);
  });
});

describe('a delivery that is given back', () => {
  it('is as before its claim, and may be claimed at once', async () => {
    await add(3, none);
    const claimed = await stores.claim(1, 2);
    expect(await stores.claim(1, 2)).toEqual([]);
    await giveBack(stores.database, claimed);
    expect(await rows()).toEqual(new Array(3).fill(['pending', 0, false, false]));
    expect(await stores.claim(1, 2)).toHaveLength(3);
    // Another process holds them now: the second time changes nothing.
    await giveBack(
      stores.database,
      claimed.filter(({ ahead }) => !ahead),
    );
    expect((await rows()).filter((row) => (row as unknown[])[3] === true)).toHaveLength(2);
  });

  it('is so at once when its process has begun to end, also one that waits for its turn', async () => {
    const dispatch = new DispatchService(
      ...([{} as VersionReader, {} as SliceService, {} as AttemptService, {} as ResultRecorder] as const),
      ...([new QueueService(stores.partitions, stores.database), stores.database, config, {} as Logger] as const),
    );
    await add(2, none);
    const claimed = await stores.claim(1, 1);
    dispatch.stopHolding();
    await dispatch.hold(claimed.map((delivery) => ({ ...delivery, waitMs: 60_000 })));
    expect(await rows()).toEqual(new Array(2).fill(['pending', 0, false, false]));
  });

  it('stays skipped when it was skipped meanwhile', async () => {
    await add(2, none);
    const claimed = await stores.claim(1, 1);
    await transaction((tx) => setEnabled(tx, endpointId, false));
    await giveBack(stores.database, claimed);
    expect(await rows()).toEqual([
      ['skipped', 1, false, null],
      ['skipped', 0, true, null],
    ]);
  });
});

describe('a delivery that is held from the moment it is queued', () => {
  it('is like a claimed one: leased, counted, and claimed by another process when the lease ends', async () => {
    const { claimed, waiting } = await add(4, { now: 1, ahead: 2 });
    expect(claimed.map(({ attempts, ahead }) => [attempts, ahead])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
    expect(waiting).toEqual([endpointId]);
    expect(claimed[0]).toMatchObject({ endpoint: { url: endpointSettings.url, organization }, waitMs: 0 });
    expect(JSON.parse(claimed[0].body)).toMatchObject({ type: 'job.completed' });
    expect(await stores.claim(16, 16)).toHaveLength(1);
    for (const delivery of claimed.slice(0, 2)) await stores.record(delivery, answered);
    await moveClock(31_000);
    expect((await stores.claim(16, 16)).map(({ attempts }) => attempts).sort()).toEqual([1, 2]);
  });

  it('does not exist while others are due or the endpoint is paused, paced or disabled, nor when the event comes again', async () => {
    const headroom = { now: 16, ahead: 16 };
    await add(1, none);
    expect((await add(1, headroom)).claimed).toEqual([]);
    const paced = await stores.addEndpoint({ maxPerSecond: 5 });
    expect(await add(1, headroom, paced)).toEqual({ claimed: [], waiting: [paced] });
    const paused = await stores.addEndpoint();
    const [delivery] = (await add(1, headroom, paused)).claimed;
    await stores.record(delivery, { ...answered, ok: false, statusCode: 429, error: 'http_status', retryAfter: '60' });
    expect((await add(1, headroom, paused)).claimed).toEqual([]);
    const disabled = await stores.addEndpoint();
    await transaction((tx) => setEnabled(tx, disabled, false));
    expect((await add(1, headroom, disabled)).claimed).toEqual([]);
    const resting = await stores.addEndpoint();
    const again = newOnes(1, resting);
    expect((await stores.queue(again, headroom)).claimed).toHaveLength(1);
    expect((await stores.queue(again, headroom)).claimed).toEqual([]);
  });
});

describe('the version of an endpoint', () => {
  it('changes with every change by any process, and is missing while the endpoint may not receive', async () => {
    const versions = new Set<string | undefined>();
    const read = async (): Promise<string | undefined> =>
      (await readVersions(stores.database, [endpointId])).get(endpointId);
    versions.add(await read());
    const [{ endpoint }] = (await add(1, { now: 1, ahead: 0 })).claimed;
    expect(endpoint.version).toBe(await read());
    await transaction((tx) => rotateSecret(tx, endpointId, Buffer.from('other'), 0));
    versions.add(await read());
    await transaction((tx) => updateSettings(tx, endpointId, { ...endpointSettings, maxPerSecond: 3 }));
    versions.add(await read());
    await transaction((tx) => findLocked(tx, organization, endpointId));
    expect(versions.has(await read())).toBe(true);
    expect(versions.size).toBe(3);
    await stores.database.query(`update endpoint_turn set paused_until = app.now() + interval '1 minute'`);
    expect(await read()).toBeUndefined();
    await stores.database.query('update endpoint_turn set paused_until = null');
    await transaction((tx) => setEnabled(tx, endpointId, false));
    expect(await read()).toBeUndefined();
  });
});
