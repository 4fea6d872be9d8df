import { EventRaised } from '@app/contracts';
import { Outcome } from '@app/egress';
import { Database, newId } from '@app/persistence';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { webhooksSchema } from '../app.schema';
import { EndpointStore, sliceCount } from '../endpoint/endpoint.store';
import { HealthStore } from '../health/health.store';
import { PartitionStore } from '../retention/partition.store';
import { TallyStore } from '../tally/tally.store';
import { ClaimStore } from './claim.store';
import { ClaimedDelivery, NewDelivery } from './delivery';
import { HeldStore } from './held.store';
import { Headroom } from './headroom';
import { QueueStore, Queued } from '../intake/queue.store';
import { ResultStore } from './result.store';
import { settle } from './settlement';

const organization = 'org_held';
const allSlices = Array.from({ length: sliceCount }, (_, i) => i);
const settings = { url: 'https://hooks.example.com/in', events: ['*'], namespacePrefix: '*', description: null };
const answered: Outcome = {
  ...{ ok: true, statusCode: 200, latencyMs: 3, error: null, responseText: 'ok', retryAfter: null },
};
let database: Database;
let endpoints: EndpointStore;
let queue: QueueStore;
let claims: ClaimStore;
let held: HeldStore;
let results: ResultStore;
let endpointId: string;

const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);
const addEndpoint = async (maxPerSecond: number | null = null): Promise<string> => {
  const owner = { id: newId('whe'), organization, secret: Buffer.from('sealed') };
  await database.transaction('spec', (tx) => endpoints.add(tx, owner, { ...settings, maxPerSecond }));
  return owner.id;
};
const raised = (): EventRaised => ({
  ...{ id: newId('evt'), type: 'job.completed', organization, namespace: 'acme/a', endpoint: null },
  ...{ timestamp: new Date().toISOString(), data: { namespace: 'acme/a' } },
});
const newOnes = (count: number, to = endpointId): NewDelivery[] =>
  Array.from({ length: count }, () => ({ event: raised(), endpointId: to }));
const add = (count: number, places: Headroom, to = endpointId): Promise<Queued> =>
  queue.add(newOnes(count, to), () => places);
const claim = (now: number, ahead: number): Promise<ClaimedDelivery[]> =>
  claims.claim(allSlices, [], (turns) =>
    turns.map((turn) => ({
      ...{ endpointId: turn.endpointId, waitsMs: new Array<number>(now).fill(0), ahead, nextInMs: 0 },
    })),
  );
const record = (delivery: ClaimedDelivery, outcome: Outcome): Promise<void> =>
  results.record([{ delivery, outcome, settlement: settle(outcome, delivery.attempts, 0.5, Date.now()) }]);
const rows = async (): Promise<unknown[]> =>
  (
    await database.query<{ row: unknown[] }>(
      `select json_build_array(status, attempts, ahead, due_at > app.now()) as row from delivery order by id`,
    )
  ).rows.map(({ row }) => row);

beforeEach(async () => {
  await moveClock(0);
  database = await openFreshDatabase(webhooksSchema, 10);
  endpoints = new EndpointStore(database);
  queue = new QueueStore(database, new PartitionStore(database));
  claims = new ClaimStore(database);
  held = new HeldStore(database);
  results = new ResultStore(database, new HealthStore(new TallyStore(database)));
  endpointId = await addEndpoint();
});
afterEach(async () => {
  await database.close();
  await moveClock(0);
});

describe('what is held ahead', () => {
  it('counts no attempt until its result is kept', async () => {
    await add(3, { now: 0, ahead: 0 });
    const claimed = await claim(1, 8);
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
    for (const delivery of claimed) await record(delivery, answered);
    expect(await rows()).toEqual(new Array(3).fill(['succeeded', 1, false, null]));
  });

  it('by a process that died counts none either; the next claim counts at once, so that crashes end', async () => {
    await add(1, { now: 0, ahead: 0 });
    const seen: [number, boolean][] = [];
    const claimed: ClaimedDelivery[] = [];
    for (let i = 1; i <= 24; i += 1) {
      claimed.push(...(await claim(0, 8)));
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

  it('keeps out the late result of who held it before', async () => {
    await add(1, { now: 0, ahead: 0 });
    const [first] = await claim(0, 1);
    await moveClock(31_000);
    const [second] = await claim(0, 1);
    await moveClock(62_000);
    const [third] = await claim(0, 1);
    expect([first, second, third].map(({ attempts, ahead }) => [attempts, ahead])).toEqual([
      [1, true],
      [1, false],
      [2, true],
    ]);
    for (const late of [first, second]) await record(late, answered);
    expect(await rows()).toEqual([['pending', 1, true, true]]);
    await record(third, answered);
    expect(await rows()).toEqual([['succeeded', 2, false, null]]);
  });
});

describe('what is given back', () => {
  it('stands as before its claim, and may be claimed at once', async () => {
    await add(3, { now: 0, ahead: 0 });
    const claimed = await claim(1, 2);
    expect(await claim(1, 2)).toEqual([]);
    await held.giveBack(claimed);
    expect(await rows()).toEqual(new Array(3).fill(['pending', 0, false, false]));
    expect(await claim(1, 2)).toHaveLength(3);
    // Given back a second time it is another's.
    await held.giveBack(claimed.filter(({ ahead }) => !ahead));
    expect((await rows()).filter((row) => (row as unknown[])[3] === true)).toHaveLength(2);
  });

  it('stays as it is where it was skipped meanwhile', async () => {
    await add(2, { now: 0, ahead: 0 });
    const claimed = await claim(1, 1);
    await database.transaction('spec', (tx) => endpoints.enable(tx, endpointId, false));
    await held.giveBack(claimed);
    expect(await rows()).toEqual([
      ['skipped', 1, false, null],
      ['skipped', 0, true, null],
    ]);
  });
});

describe('what is held from the moment it is queued', () => {
  it('is as if it had been claimed: leased, counted, and found by others when the lease ends', async () => {
    const { claimed, waiting } = await add(4, { now: 1, ahead: 2 });
    expect(claimed.map(({ attempts, ahead }) => [attempts, ahead])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
    expect(waiting).toEqual([endpointId]);
    expect(claimed[0]).toMatchObject({ endpoint: { url: settings.url, organization }, waitMs: 0 });
    expect(JSON.parse(claimed[0].body)).toMatchObject({ type: 'job.completed' });
    expect(await claim(16, 16)).toHaveLength(1);
    for (const delivery of claimed.slice(0, 2)) await record(delivery, answered);
    await moveClock(31_000);
    expect((await claim(16, 16)).map(({ attempts }) => attempts).sort()).toEqual([1, 2]);
  });

  it('is nothing while others wait or a pause is kept, for a paced or disabled endpoint, and on the second coming', async () => {
    const places = { now: 16, ahead: 16 };
    await add(1, { now: 0, ahead: 0 });
    expect((await add(1, places)).claimed).toEqual([]);
    const paced = await addEndpoint(5);
    expect(await add(1, places, paced)).toEqual({ claimed: [], waiting: [paced] });
    const paused = await addEndpoint();
    const [delivery] = (await add(1, places, paused)).claimed;
    await record(delivery, { ...answered, ok: false, statusCode: 429, error: 'http_status', retryAfter: '60' });
    expect((await add(1, places, paused)).claimed).toEqual([]);
    const disabled = await addEndpoint();
    await database.transaction('spec', (tx) => endpoints.enable(tx, disabled, false));
    expect((await add(1, places, disabled)).claimed).toEqual([]);
    const resting = await addEndpoint();
    const again = newOnes(1, resting);
    expect((await queue.add(again, () => places)).claimed).toHaveLength(1);
    expect((await queue.add(again, () => places)).claimed).toEqual([]);
  });
});

describe('what is in force', () => {
  it('has another version after every change, by any process, and none where nothing may be sent', async () => {
    const versions = new Set<string | undefined>();
    const look = async (): Promise<string | undefined> => (await held.inForce([endpointId])).get(endpointId);
    versions.add(await look());
    const [{ endpoint }] = (await add(1, { now: 1, ahead: 0 })).claimed;
    expect(endpoint.version).toBe(await look());
    await database.transaction('spec', (tx) => endpoints.rotate(tx, endpointId, Buffer.from('other'), 0));
    versions.add(await look());
    await database.transaction('spec', (tx) => endpoints.change(tx, endpointId, { ...settings, maxPerSecond: 3 }));
    versions.add(await look());
    await database.transaction('spec', (tx) => endpoints.findLocked(tx, organization, endpointId));
    expect(versions.has(await look())).toBe(true);
    expect(versions.size).toBe(3);
    await database.query(`update endpoint_turn set paused_until = app.now() + interval '1 minute'`);
    expect(await look()).toBeUndefined();
    await database.query('update endpoint_turn set paused_until = null');
    await database.transaction('spec', (tx) => endpoints.enable(tx, endpointId, false));
    expect(await look()).toBeUndefined();
  });
});
