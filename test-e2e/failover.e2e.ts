import { services } from '@app/contracts';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { randomUUID } from 'node:crypto';
import { Load, untilWritten } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const documents = isLong ? 2_000 : 60;

let stack: Stack;
let aheadMs = 0;
beforeAll(async () => {
  stack = await openStack({ name: 'failover', postgresStandby: true, movesClock: true });
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

/** Past the leases of what was under way. */
async function leasesEnd(): Promise<void> {
  aheadMs += 130_000;
  await stack.setClock(aheadMs);
}

async function begin(name: string): Promise<Scenario> {
  const scenario = new Scenario(stack, name);
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  return scenario;
}

if (isLong) {
  it('acknowledges no write while its standby is away, and then does it once [T04]', async () => {
    const scenario = await begin('failover/away');
    const write = () =>
      scenario.call<{ documents: { version: number }[] }>(
        'POST',
        '/documents',
        { upsert: [{ id: 'a', attributes: { live: true }, state: { text: 'written while the standby is away' } }] },
        { headers: { 'Idempotency-Key': key } },
      );
    const key = randomUUID();
    await stack.standby.stop();
    expect(await write()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    await stack.standby.start();
    const { body } = await eventually(async () => {
      const reply = await write();
      expect(reply.status).toBe(200);
      return reply;
    }, 60_000);
    expect(await scenario.read('a')).toMatchObject({ version: body.documents[0].version });
    await eventually(async () => expect(await scenario.events()).toHaveLength(1));
  }, 180_000);
}

it('loses no acknowledged write when the primary is killed under load, and goes on with the standby by itself [T04]', async () => {
  const load = new Load(await begin('failover/load'), documents);
  const next = new Scenario(stack, 'failover/next');
  const written = load.write();
  await load.untilAcknowledged(documents / 3);
  const lostAtMs = performance.now();
  await stack.standby.takeOver();
  const promotedAtMs = performance.now();
  // A request of its own: those that were under way may all wait for the leases of their keys.
  await eventually(() => next.upsert('a', { text: 'written after the loss' }), 60_000);
  const spentMs = [promotedAtMs - lostAtMs, performance.now() - promotedAtMs].map((ms) => ms.toFixed(0));
  process.stdout.write(`promoted in ${spentMs[0]} ms, the next write acknowledged ${spentMs[1]} ms later\n`);
  await untilWritten(written, leasesEnd);
  await leasesEnd();
  await load.check();
  await eventually(async () => {
    for (const service of services) {
      const schema = service.replaceAll('-', '_');
      expect([service, await stack.sql(`select id from ${schema}.dead`)]).toEqual([service, []]);
      expect([service, await stack.sql(`select id from ${schema}.outbox`)]).toEqual([service, []]);
    }
  }, 60_000);
}, 600_000);
