import { services } from '@app/contracts';
import { UsageReport } from '@app/contracts/billing';
import { Stack, openLimitMs, openStack } from '@app/testing/stack';
import { Load } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const documents = isLong ? 1_000 : 20;
const limitMs = isLong ? 900_000 : 180_000;

let stack: Stack;

beforeAll(async () => {
  stack = await openStack({ name: 'restore', processes: true, movesClock: true });
  await stack.postgres.archive();
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

async function loadIn(name: string): Promise<Load> {
  const scenario = new Scenario(stack, name);
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  return new Load(scenario, documents);
}

/** As after the loss of the machine: nothing gets to say goodbye, and the messages of the lost time are gone. */
async function loseAll(): Promise<void> {
  for (const service of services) await stack.services.kill(service);
  await stack.nats.kill();
  await stack.postgres.kill();
  await stack.nats.deleteStore();
}

async function startAll(): Promise<void> {
  await stack.nats.start();
  for (const service of services) await stack.services.start(service);
  // Past every lease that a killed process held.
  await stack.setClock(130_000);
}

/** Facts that a service gave up, over all services. */
async function dead(): Promise<string[]> {
  const all = await Promise.all(
    services.map((service) =>
      stack.sql<{ id: string }>(`select id from "${service.replaceAll('-', '_')}".dead where redriven_at is null`),
    ),
  );
  return all.flat().map(({ id }) => id);
}

const unitsOf = async (prefix: string): Promise<number> =>
  (await stack.api<UsageReport>('GET', `/usage?namespace_prefix=${encodeURIComponent(prefix)}`)).body.judgment_units;

it(
  'brings all services back to one moment: nothing acknowledged before it is missing, nothing after it is charged',
  async () => {
    const deadBefore = await dead();
    const kept = await loadIn('restore/kept');
    const before = kept.write();
    await kept.untilAcknowledged(documents / 4);
    await stack.postgres.takeBackup();
    await before;
    const [{ at }] = await stack.sql<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    const lost = await loadIn('restore/lost');
    await lost.write();
    await lost.check();
    const [cursor] = (await lost.scenario.events()).slice(-1).map(({ id }) => id);

    await loseAll();
    const lostAtMs = Date.now();
    await stack.postgres.restore(at);
    await startAll();
    await kept.check();
    process.stdout.write(`restored, started and judged in ${((Date.now() - lostAtMs) / 1000).toFixed(1)} s\n`);

    expect((await lost.scenario.call('GET', '')).status).toBe(404);
    expect(await unitsOf(lost.scenario.namespace)).toBe(0);
    expect(await unitsOf('restore/*')).toBe(await unitsOf(kept.scenario.namespace));
    const after = await stack.api('GET', `/events?cursor=${encodeURIComponent(cursor)}`);
    expect(after).toMatchObject({ status: 400, body: { error: { details: { reason: 'cursor_unknown' } } } });
    expect(await dead()).toEqual(deadBefore);
    // The service goes on: what is written now is judged, charged and announced once.
    await kept.write();
    await kept.check();
  },
  limitMs,
);
