import { services } from '@app/contracts';
import { streams } from '@app/contracts/catalogue';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { Load, untilWritten } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const documents = isLong ? 2_000 : 40;
const kills = isLong ? 12 : 3;

let stack: Stack;
let aheadMs = 0;
beforeAll(async () => {
  stack = await openStack({ name: 'nats-cluster', natsCluster: true, movesClock: true });
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

/** Past the leases of what was under way. */
async function leasesEnd(): Promise<void> {
  aheadMs += 130_000;
  await stack.setClock(aheadMs);
}

/** Every stream has a leader and whole copies again: only then may the next server go. */
async function untilWhole(): Promise<void> {
  await eventually(async () => {
    const kept = await stack.nats.streams();
    expect(kept.filter(({ leader, isWhole }) => leader < 0 || !isWhole)).toEqual([]);
  }, 120_000);
}

async function leaderOf(stream: string): Promise<number> {
  return eventually(async () => {
    const kept = (await stack.nats.streams()).find(({ name }) => name === stream);
    if (kept === undefined || kept.leader < 0) throw new Error(`Nobody leads ${stream}.`);
    return kept.leader;
  }, 60_000);
}

it('loses nothing when each of three servers is killed in turn under load, the one that leads the facts first [T05]', async () => {
  const scenario = new Scenario(stack, 'nats-cluster');
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  const kept = await stack.nats.streams();
  expect(kept.map(({ name, copies }) => [name, copies]).sort()).toEqual(
    streams()
      .map(({ name }) => [name, 3])
      .sort(),
  );
  const load = new Load(scenario, documents);
  const written = load.write();
  const facts = streams().find(({ owner }) => owner === 'judgments')!.name;
  const first = await leaderOf(facts);
  for (let i = 0; i < kills; i += 1) {
    const server = (first + i) % 3;
    await load.untilAcknowledged(Math.floor((documents * i) / (kills + 1)));
    await stack.nats.kill(server);
    // Two of three go on: another leads, and writes are acknowledged while the server is away.
    if (i === 0) await eventually(async () => expect(await leaderOf(facts)).not.toBe(first), 60_000);
    await load.untilAcknowledged(Math.floor((documents * (i + 0.5)) / (kills + 1)));
    await stack.nats.start(server);
    await untilWhole();
  }
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
}, 1_500_000);
