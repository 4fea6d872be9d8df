import { Service, services } from '@app/contracts';
import { eventually, openStack, openLimitMs } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { Load } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const documents = isLong ? 2_000 : 300;
/** A request whose reply was lost with NATS ends after ten seconds, so fifty kills take nine minutes. */
const limitMs = isLong ? 1_800_000 : 600_000;

let stack: Stack;
let aheadMs = 0;

beforeAll(async () => {
  stack = await openStack({ name: 'kills' });
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

/** Past every lease that a killed process held: claims 60 s, keys 40 s, reservations 120 s. */
async function leasesEnd(): Promise<void> {
  aheadMs += 130_000;
  await stack.setClock(aheadMs);
}

async function loadIn(name: string, count: number): Promise<Load> {
  const scenario = new Scenario(stack, name);
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  return new Load(scenario, count);
}

it('ends with one answer for the last version of every acknowledged document when each service is killed in turn', async () => {
  const load = await loadIn('kills/round', documents);
  const written = load.write();
  for (const [i, service] of services.entries()) {
    await load.untilAcknowledged(Math.floor((documents * i) / (services.length + 1)));
    await stack.services.kill(service);
    if (i === 4) await stack.nats.deleteStore();
    await stack.services.start(service);
    await leasesEnd();
  }
  await written;
  await leasesEnd();
  await load.check();
}, 600_000);

it('ends the same when NATS is killed again and again and stands still meanwhile [defect S-H6] [T05]', async () => {
  const kills = isLong ? 50 : 4;
  const stillMs = isLong ? 30_000 : 3000;
  const load = await loadIn('kills/nats', documents);
  const written = load.write();
  for (let i = 0; i < kills; i += 1) {
    await load.untilAcknowledged(Math.floor((documents * i) / (kills + 1)));
    await stack.nats.kill();
    await stack.nats.start();
  }
  await stack.nats.pause();
  await new Promise((resolve) => setTimeout(resolve, stillMs)); // the scenario itself: NATS stands still
  await stack.nats.resume();
  await written;
  await leasesEnd();
  await load.check();
}, limitMs);

it('does a keyed write once when the gateway is killed between the commit and its record [IDEM-01]', async () => {
  const headers = { 'Idempotency-Key': `kill-${Date.now()}` };
  const create = () =>
    stack.api<{ id: string }>('POST', '/webhook-endpoints', { url: 'https://example.com/once' }, { headers });
  await stack.services.arm('gateway', { point: 'gateway.idempotency.answered', mode: 'kill' });
  await expect(create()).rejects.toThrow();
  expect(await stack.reached('gateway.idempotency.answered')).toBe(1);
  await stack.services.untilGone('gateway');
  await stack.services.start('gateway');
  await leasesEnd();
  const retried = await eventually(async () => {
    const reply = await create();
    if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
    return reply.body;
  });
  const { body } = await stack.api<{ webhook_endpoints: { id: string; url: string }[] }>('GET', '/webhook-endpoints');
  const once = body.webhook_endpoints.filter(({ url }) => url === 'https://example.com/once');
  expect(once.map(({ id }) => id)).toEqual([retried.id]);
}, 120_000);

/** Rows of docs/architecture.md#what-a-kill-leaves but the last, each with kill points between its steps. */
const points: [row: string, service: Service, point: string, by: 'write' | 'threshold'][] = [
  ["documents' commit and reply", 'documents', 'documents.write.before-commit', 'write'],
  ["documents' commit and reply", 'documents', 'documents.write.after-commit', 'write'],
  ['commit and publish', 'documents', 'relay.before-publish', 'write'],
  ['publish and consume', 'documents', 'relay.before-mark', 'write'],
  ['consume and ack', 'judgments', 'judgments.pending.after-commit', 'write'],
  ['consume and ack', 'documents', 'documents.apply-answers.after-commit', 'write'],
  ['claim and reserve', 'judgments', 'judgments.claim.after', 'write'],
  ['reserve and ask', 'judgments', 'judgments.reserve.after', 'write'],
  ['reserve and ask', 'engine-broker', 'engine-broker.ask.before-http', 'write'],
  ['ask and record', 'judgments', 'judgments.ask.after', 'write'],
  ['ask and record', 'judgments', 'judgments.record.before-commit', 'write'],
  ['record and fold', 'judgments', 'judgments.record.after-commit', 'write'],
  ['record and fold', 'documents', 'documents.apply-answers.before-commit', 'write'],
  ["owner's commit and a holder's copy", 'judgments', 'judgments.change.before-announce', 'threshold'],
  ["owner's commit and a holder's copy", 'documents', 'documents.judgment-copy.before-commit', 'threshold'],
];

/** One of each stretch of the way in `npm test`: a write, its fact, its ask, its answer. */
const short = [
  'documents.write.after-commit',
  'relay.before-mark',
  'judgments.reserve.after',
  'judgments.record.before-commit',
];
const inForm = isLong ? points : points.filter(({ 2: point }) => short.includes(point));

describe('a kill between two steps', () => {
  // A row that fails must not fail the next ones.
  afterEach(async () => {
    for (const service of services) {
      if (await stack.services.isRunning(service)) await stack.services.disarm(service);
      else await stack.services.start(service);
    }
  });

  it.each(inForm)(
    '%s: %s dies at %s and nothing is lost or done twice',
    async (_row, service, point, by) => {
      const load = await loadIn(`kills/${point.replaceAll('.', '-')}`, 3);
      await load.write();
      const before = await stack.reached(point);
      await stack.services.arm(service, { point, mode: 'kill' });
      const patched = by === 'threshold' ? load.patchThreshold(1) : load.write();
      await eventually(async () => expect(await stack.services.isRunning(service)).toBe(false), 30_000);
      await stack.services.start(service);
      // Asks of one moment reach a point together.
      expect(await stack.reached(point)).toBeGreaterThan(before);
      await leasesEnd();
      await patched;
      await load.check();
    },
    120_000,
  );
});

if (isLong) {
  it('loses no acknowledged document when Postgres is stopped at once five times under load', async () => {
    const load = await loadIn('kills/postgres', 1_000);
    const written = load.write();
    for (let i = 1; i <= 5; i++) {
      await load.untilAcknowledged(i * 150);
      await stack.postgres.kill();
      await stack.postgres.start();
    }
    await written;
    await leasesEnd();
    await load.check();
  }, 600_000);
}
