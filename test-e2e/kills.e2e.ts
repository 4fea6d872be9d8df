import { Service, services } from '@app/contracts';
import { HistoryList } from '@app/contracts/judgments';
import { bySeller, recomputed } from '@app/testing';
import { eventually, openStack, openLimitMs } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import fc from 'fast-check';
import { GroupChanges, changesOf, movesOf } from './scenario/group-changes';
import { allFresh, counted, documentsOf } from './scenario/groups';
import { LargeFanout } from './scenario/large-fanout';
import { Load, untilWritten } from './scenario/load';
import { Orders, lateJudgment } from './scenario/related';
import { Scenario, boolJudgment } from './scenario/scenario';
import { tellBrokerKilled, tellUnderWay } from './scenario/under-way';

const isLong = process.env.LONG === '1';
const documents = isLong ? 2_000 : 150;
const limitMs = isLong ? 1_800_000 : 600_000;

let stack: Stack;
let aheadMs = 0;

beforeAll(async () => {
  stack = await openStack({ name: 'kills', processes: true, movesClock: true });
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
  await untilWritten(written, leasesEnd);
  await leasesEnd();
  await load.check();
}, 600_000);

it('does a keyed write once when the gateway is killed between the commit and its record [IDEM-01]', async () => {
  const headers = { 'Idempotency-Key': `kill-${Date.now()}` };
  const once = `https://example.com/once-${Date.now()}`;
  const create = () => stack.api<{ id: string }>('POST', '/webhook-endpoints', { url: once }, { headers });
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
  const list = '/webhook-endpoints?limit=100';
  const { body } = await stack.api<{ webhook_endpoints: { id: string; url: string }[] }>('GET', list);
  expect(body.webhook_endpoints.filter(({ url }) => url === once).map(({ id }) => id)).toEqual([retried.id]);
}, 120_000);

describe('what is under way at a kill', () => {
  tellUnderWay(() => stack);
  if (isLong) tellBrokerKilled(() => stack);
});

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

// A row that fails must not fail the next ones.
async function startAgain(): Promise<void> {
  for (const service of services) {
    if (await stack.services.isRunning(service)) await stack.services.disarm(service);
    else await stack.services.start(service);
  }
}

describe('a kill between two steps', () => {
  afterEach(startAgain);

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

/** On the way from the write of a document to those that point at it; in `npm test` the first and the last. */
const relatedPoints = isLong
  ? [
      'documents.write.after-commit',
      'documents.related.before-commit',
      'documents.fanout.claimed',
      'documents.fanout.before-commit',
    ]
  : ['documents.write.after-commit', 'documents.fanout.before-commit'];

describe('a kill on the way from a changed document to those that point at it', () => {
  afterEach(startAgain);

  it('judges each of them with the new text, whichever step dies, with the JetStream store deleted at the last [REL-03]', async () => {
    const scenario = new Scenario(stack, 'kills/related');
    const ids = ['o0', 'o1', 'o2', 'o3'];
    const customers = Object.fromEntries(ids.map((id) => [id, 'cust:1']));
    const orders = await Orders.judged(scenario, lateJudgment(), customers);
    for (const point of relatedPoints) {
      const headers = { 'Idempotency-Key': `${scenario.namespace}-${point}` };
      const tier = `tier when ${point} died`;
      const before = await stack.reached(point);
      await stack.services.arm('documents', { point, mode: 'kill' });
      const patched = eventually(async () => {
        const body = { patch: [{ id: 'cust:1', state: { tier } }] };
        const { status } = await scenario.call('POST', '/documents', body, { headers });
        expect(status).toBe(200);
      }, 60_000);
      await eventually(async () => expect(await stack.services.isRunning('documents')).toBe(false), 30_000);
      expect(await stack.reached(point)).toBe(before + 1);
      if (point === relatedPoints.at(-1)) await stack.nats.deleteStore();
      await stack.services.start('documents');
      await leasesEnd();
      await patched;
      const answers = await orders.fresh(ids, 60_000);
      for (const id of ids) {
        const asks = (await orders.asks(id)).filter(({ body }) => body.includes(tier));
        expect([point, id, asks.length]).toEqual([point, id, 1]);
        const { answers: kept } = await scenario.ok<HistoryList>('GET', `/documents/${id}/answers/late/history`);
        expect(kept[0].id).toBe(answers[id].id);
      }
    }
  }, 300_000);
});

describe('a kill while a group counts', () => {
  afterEach(startAgain);

  it(
    'leaves each value equal to a recompute after random writes, moves, deletes, re-judgings and thresholds [GRP-01] [GRP-02]',
    async () => {
      const documentCount = isLong ? 200 : 40;
      const seed = Number(process.env.GROUPS_SEED ?? Date.now() % 1_000_000);
      process.stdout.write(`GROUPS_SEED=${seed}\n`);
      const scenario = new Scenario(stack, 'kills/groups');
      await stack.api('POST', '/namespaces', { name: scenario.namespace });
      await scenario.judgment(boolJudgment('late', { thresholds: { alarm: 0.5 } }));
      await scenario.ok('PUT', '/groups/by_seller', bySeller);
      const changes = new GroupChanges(scenario);
      // What a killed process had taken from the bus comes again after seconds, which no clock moves; so the short form kills
      // while nothing is judged.
      await changes.make(fc.sample(changesOf(documentCount), { numRuns: isLong ? 100 : 120, seed }));
      await allFresh(scenario, 60_000);
      const count = isLong ? 2_000 : 60;
      const others = isLong ? changesOf(documentCount) : movesOf(documentCount);
      const made = changes.make(fc.sample(others, { numRuns: count, seed: seed + 1 }));

      await changes.untilMade(Math.floor(count / 3));
      const point = 'documents.group.before-commit';
      const before = await stack.reached(point);
      await stack.services.arm('documents', { point, mode: 'kill' });
      await stack.services.untilGone('documents');
      expect(await stack.reached(point)).toBe(before + 1);
      await stack.services.start('documents');
      await leasesEnd();

      await changes.untilMade(Math.floor((2 * count) / 3));
      await stack.services.kill('documents');
      await stack.services.start('documents');
      await leasesEnd();

      await untilWritten(made, leasesEnd);
      await leasesEnd();
      await allFresh(scenario, 120_000);
      const { values } = await counted(scenario, 60_000);
      expect(values.length).toBeGreaterThan(3);
      expect(values).toEqual(recomputed(await documentsOf(scenario)));
    },
    limitMs,
  );
});

it(
  'spreads a change to every document that points at the changed one while documents and judgments are killed [REL-03] [REL-05] [REL-12]',
  async () => {
    const count = isLong ? 300_000 : 600;
    const fanout = new LargeFanout(stack, count, isLong ? 16 : 0, leasesEnd);
    await fanout.arrange();
    const { writeMs, idleMs, meanwhileMs } = await fanout.spread();
    await fanout.check();
    if (!isLong) return;
    const spent = [writeMs, idleMs, meanwhileMs].map((ms) => ms.toFixed(0));
    process.stdout.write(`write ${spent[0]} ms, p99 of others ${spent[1]} ms, while it spread ${spent[2]} ms\n`);
    expect(meanwhileMs).toBeLessThan(500);
    expect(meanwhileMs).toBeLessThanOrEqual(2 * idleMs);
    expect(writeMs).toBeLessThan(500);
  },
  isLong ? 10_000_000 : 180_000,
);

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
