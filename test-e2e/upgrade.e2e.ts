import { Service, services } from '@app/contracts';
import { UsageReport } from '@app/contracts/billing';
import { QueryView } from '@app/contracts/documents';
import { EventView } from '@app/contracts/events';
import { Stack, WebhookReceiver, eventually, openLimitMs, openStack } from '@app/testing/stack';
import fc from 'fast-check';
import { Rollout } from './scenario/rollout';
import { Scenario, boolJudgment } from './scenario/scenario';
import { Traffic } from './scenario/traffic';

const isLong = process.env.LONG === '1';
const replicas = isLong ? 2 : 1;
const pauseMs = isLong ? 100 : 400;
/** Steps in which services are replaced: pairs in the short form, one by one in the long one, there in random orders too. */
const pairs: Service[][] = [
  ['documents', 'engine-broker'],
  ['judgments', 'billing'],
  ['gateway', 'webhooks'],
  ['calibration', 'events-feed'],
];
const oneByOne = (order: readonly Service[]): Service[][] => order.map((service) => [service]);
const drawn = () => fc.sample(fc.shuffledSubarray([...services], { minLength: services.length }), 2).map(oneByOne);
const inOrders = (): Service[][][] => [oneByOne(services), oneByOne([...services].reverse()), ...drawn()];
const rollouts = isLong ? inOrders().slice(0, Number(process.env.UPGRADE_ORDERS ?? '4')) : [pairs];
const limitMs = isLong ? 10_000_000 : 600_000;

let stack: Stack;
let receiver: WebhookReceiver;
let aheadMs = 0;

beforeAll(async () => {
  stack = await openStack({ name: 'upgrade', build: 'previous', replicas, spare: true, movesClock: true });
  receiver = await WebhookReceiver.open();
}, openLimitMs);
afterAll(async () => {
  await receiver?.close();
  await stack?.close();
}, 60_000);

/** A namespace whose documents are judged, enter a subscription and are delivered. */
async function arrange(): Promise<Scenario> {
  const scenario = new Scenario(stack, 'upgrade/all');
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late', { thresholds: { bound: 0.5 } }));
  const { status, body } = await stack.api<{ id: string }>('POST', '/webhook-endpoints', {
    url: `${receiver.origin}/in`,
    namespace_prefix: scenario.namespace,
  });
  expect(status).toBe(201);
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true }, endpoint: body.id });
  return scenario;
}

async function everyDocument(scenario: Scenario): Promise<QueryView['documents']> {
  const all: QueryView['documents'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: QueryView = await scenario.query({
      limit: 100,
      include: ['state', 'answers'],
      ...(cursor && { cursor }),
    });
    all.push(...page.documents);
    cursor = page.next_cursor;
  }
  return all;
}

const schemaOf = (service: Service) => `"${service.replaceAll('-', '_')}"`;

/** Acknowledged writes are there, judged at their last version, told once, delivered, and charged as often as asked. */
async function holds(scenario: Scenario, { ledger }: Traffic): Promise<void> {
  await eventually(async () => {
    const documents = await everyDocument(scenario);
    const found = documents.map(({ id, version, state, answers }) => {
      const { status, document_version: judged } = answers?.['late'] ?? {};
      return { id, version, text: (state as { text: string }).text, status, judged };
    });
    const wanted = [...ledger].map(([id, { version, text }]) => ({
      id,
      version,
      text,
      status: 'fresh',
      judged: version,
    }));
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    expect(found.sort(byId)).toEqual(wanted.sort(byId));
  }, 120_000);
  const ids = [...ledger.keys()].sort();
  const documentOf = ({ data }: Pick<EventView, 'data'>) => (data as { document: string }).document;
  await eventually(async () => {
    const told = await scenario.events();
    expect(told.map(documentOf).sort()).toEqual(ids);
    expect(new Set(told.map(({ id }) => id)).size).toBe(ids.length);
  }, 120_000);
  await eventually(() => {
    const bodies = receiver.deliveries.map(({ body }) => JSON.parse(body.toString()) as EventView);
    expect([...new Set(bodies.map(documentOf))].sort()).toEqual(ids);
  }, 120_000);
  await eventually(async () => {
    const prefix = encodeURIComponent(scenario.namespace);
    const { body } = await stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
    const [charged] = await stack.sql<{ units: string; answers: string }>(
      `select (select sum(units) from billing.ledger where namespace = $1) as units,
              (select count(*) from judgments.answer a join judgments.namespace n on n.id = a.namespace_id where n.name = $1) as answers`,
      [scenario.namespace],
    );
    expect({ units: body.judgment_units, answers: body.judgment_units }).toEqual({
      units: Number(charged.units),
      answers: Number(charged.answers),
    });
  }, 120_000);
  await eventually(async () => {
    for (const service of services) {
      const schema = schemaOf(service);
      const [rows] = await stack.sql<{ dead: string; waiting: string }>(
        `select (select count(*) from ${schema}.dead) as dead, (select count(*) from ${schema}.outbox) as waiting`,
      );
      expect({ service, ...rows }).toEqual({ service, dead: '0', waiting: '0' });
    }
    expect(await stack.sql(`select status from webhooks.delivery where status <> 'succeeded'`)).toEqual([]);
  }, 120_000);
}

it(
  'an upgrade under load, back and forth: every mix of the two versions works, and clients lose nothing [defect S-M7] [T34]',
  async () => {
    const startMs = performance.now();
    const scenario = await arrange();
    const traffic = new Traffic(scenario, pauseMs);
    const rollout = new Rollout(stack, replicas);
    traffic.start();
    await traffic.goesOn();
    await stack.migrate('this');
    await traffic.goesOn();
    for (const steps of rollouts) {
      const [last] = steps[steps.length - 1];
      await rollout.replaceAll('this', steps, async (step) => {
        if (step + 1 !== steps.length / 2) return;
        await rollout.evict('previous', last);
        // Past every lease that the killed process held.
        await stack.setClock((aheadMs += 130_000));
        await traffic.goesOn();
      });
      await traffic.goesOn();
      await rollout.replaceAll('previous', [...steps].reverse());
      await traffic.goesOn();
    }
    await rollout.replaceAll('this', [[...services]]);
    await traffic.goesOn();
    await traffic.stop();
    expect(traffic.faults).toEqual([]);
    const repeated = [...traffic.repeats].map(([cause, count]) => `${cause} ${count}`).join(', ') || 'none';
    const tookS = ((performance.now() - startMs) / 1000).toFixed(0);
    process.stdout.write(`${traffic.ledger.size} documents in ${tookS} s; requests repeated: ${repeated}\n`);
    await holds(scenario, traffic);
  },
  limitMs,
);
