import { services } from '@app/contracts';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { Load } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const documents = isLong ? 2_000 : 80;
const downMs = isLong ? 600_000 : 0;
/** Some hundred a second would fill the logs. */
const probeEveryMs = 100;

let stack: Stack;
beforeAll(async () => {
  stack = await openStack({ name: 'nats-down' });
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

/** Rows that no durable has heard yet, over all services. */
async function unheard(): Promise<number> {
  const schemas = services.map((service) => service.replaceAll('-', '_'));
  const counts = await Promise.all(
    schemas.map((schema) => stack.sql<{ n: number }>(`select count(*)::int as n from ${schema}.outbox`)),
  );
  return counts.reduce((sum, [{ n }]) => sum + n, 0);
}

it('refuses with 503 while NATS is down, and then does what it acknowledged, once [T08]', async () => {
  const scenario = new Scenario(stack, 'nats-down');
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  const load = new Load(scenario, documents, downMs + 120_000);
  // Its clients send again with their key until they are answered.
  const written = load.write();
  await load.untilAcknowledged(documents / 4);
  await stack.nats.stop();
  const until = performance.now() + downMs;
  const seen = new Map<number, number>();
  do {
    const { status, headers, body } = await scenario.call<{ error: { code: string } }>('POST', '/documents', {
      upsert: [{ id: 'refused', state: { text: 'never' } }],
    });
    expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    if (isLong) await new Promise((resolve) => setTimeout(resolve, probeEveryMs));
  } while (performance.now() < until);
  expect([...seen.keys()]).toEqual([503]);
  await stack.nats.start();
  await written;
  await load.check();
  await eventually(async () => expect(await unheard()).toBe(0), 120_000);
  expect((await scenario.call('GET', '/documents/refused')).status).toBe(404);
}, 1_500_000);
