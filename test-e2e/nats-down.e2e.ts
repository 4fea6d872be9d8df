import { services } from '@app/contracts';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { Load, untilAnswered, untilWritten } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const documents = isLong ? 2_000 : 120;
const kills = isLong ? 50 : 2;
/** How long NATS stands still. */
const stillMs = isLong ? 30_000 : 5_000;
const downMs = isLong ? 600_000 : 0;
/** Some hundred a second would fill the logs. */
const probeEveryMs = 100;

let stack: Stack;
let aheadMs = 0;
beforeAll(async () => {
  stack = await openStack({ name: 'nats-down', processes: true, movesClock: true });
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

/** Past every lease of a request whose reply was lost: claims 60 s, keys 40 s, reservations 120 s. */
async function leasesEnd(): Promise<void> {
  aheadMs += 130_000;
  await stack.setClock(aheadMs);
}

/** Rows that no durable has heard yet, over all services. */
async function unheard(): Promise<number> {
  const schemas = services.map((service) => service.replaceAll('-', '_'));
  const counts = await Promise.all(
    schemas.map((schema) => stack.sql<{ n: number }>(`select count(*)::int as n from ${schema}.outbox`)),
  );
  return counts.reduce((sum, [{ n }]) => sum + n, 0);
}

async function killedAgainAndAgain(load: Load, until: number): Promise<void> {
  for (let i = 1; i <= kills; i += 1) {
    await load.untilAcknowledged(Math.floor((until * i) / kills));
    await stack.nats.kill();
    await stack.nats.start();
  }
}

/** NATS stands still while a threshold is changed: that is answered, refused for now, or goes on as a job; never a 500. */
async function standsStill(scenario: Scenario): Promise<void> {
  await stack.nats.pause();
  const patched = scenario.call('PATCH', '/judgments/late', { thresholds: { alarm: 1 } });
  await new Promise((resolve) => setTimeout(resolve, stillMs)); // the scenario itself: NATS stands still
  await stack.nats.resume();
  const { status, headers, body } = await patched;
  expect([200, 202, 503]).toContain(status);
  if (status === 503) {
    expect(body).toMatchObject({ error: { code: 'unavailable' } });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  // Again until it is done, whatever the first one came to; the very next read has the new booleans.
  await untilAnswered(scenario, 'PATCH', '/judgments/late', { thresholds: { alarm: 1 } });
  const answer = await scenario.answer('still', 'late');
  expect(answer.thresholds).toEqual({ alarm: Number(answer.p) >= 1 });
}

async function refusesWhileDown(scenario: Scenario): Promise<void> {
  await stack.nats.stop();
  const until = performance.now() + downMs;
  do {
    const { status, headers, body } = await scenario.call<{ error: { code: string } }>('POST', '/documents', {
      upsert: [{ id: 'refused', state: { text: 'never' } }],
    });
    expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    if (isLong) await new Promise((resolve) => setTimeout(resolve, probeEveryMs));
  } while (performance.now() < until);
  await stack.nats.start();
}

it('does what it acknowledged once while NATS is killed, stands still and is away; then it refuses with 503 [T05] [T08] [THR-04] [defect S-H6]', async () => {
  const scenario = new Scenario(stack, 'nats-down');
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  const still = new Scenario(stack, 'nats-down/still');
  await still.judgment(boolJudgment('late', { thresholds: { alarm: 0 } }));
  await still.upsert('still', { text: 'still water' });
  await still.fresh('still', 'late');

  const load = new Load(scenario, documents, stillMs + downMs + 120_000);
  // Its clients send again with their key until they are answered.
  const written = load.write();
  await killedAgainAndAgain(load, documents / 2);
  await standsStill(still);
  await load.untilAcknowledged(Math.floor(documents * 0.6));
  await refusesWhileDown(scenario);
  await untilWritten(written, leasesEnd);
  await leasesEnd();
  await load.check();
  await eventually(async () => expect(await unheard()).toBe(0), 120_000);
  expect((await scenario.call('GET', '/documents/refused')).status).toBe(404);
}, 3_000_000);
