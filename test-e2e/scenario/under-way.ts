import { Service } from '@app/contracts';
import { DocumentView } from '@app/contracts/documents';
import { lanes } from '@app/contracts/engines';
import { EventList } from '@app/contracts/events';
import { JudgmentView } from '@app/contracts/judgments';
import { ApiReply, Stack, eventually } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario';

const isLong = process.env.LONG === '1';

/** A read of each service, and the table that it reads. */
const reads: readonly [Service, string, string][] = [
  ['documents', '/documents/a?fresh=stored', 'documents.document'],
  ['judgments', '/judgments/late/versions', 'judgments.judgment'],
  ['calibration', '/judgments/late/outcomes', 'calibration.outcome'],
  ['billing', '//v1/usage', 'billing.namespace_slot'],
  ['webhooks', '//v1/webhook-endpoints', 'webhooks.endpoint'],
  ['events-feed', '//v1/events', 'events_feed.event'],
];
/** The short form: the service in which most requests are under way. */
const inForm = isLong ? reads : reads.slice(0, 1);

/** Refused for now, long before the deadline of the request, whose sentence is another. */
const refused = {
  status: 503,
  headers: { 'retry-after': expect.any(String) as string },
  body: { error: { code: 'unavailable', message: expect.stringContaining('restarting') as string } },
};

async function begin(stack: Stack, name: string): Promise<Scenario> {
  const scenario = new Scenario(stack, name);
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late', { thresholds: { bound: 0.5 } }));
  await scenario.upsert('a', { text: 'one' });
  return scenario;
}

/** Requests that wait in the database until the work is over. */
async function untilHeld(stack: Stack, table: string, count: number): Promise<void> {
  await eventually(async () => {
    const [{ waiting }] = await stack.sql<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted and relation = $1::regclass`,
      [table],
    );
    expect(waiting).toBeGreaterThanOrEqual(count);
  });
}

/** Until readers wait for an answer about each of the documents. */
async function untilReadersWait(stack: Stack, ids: readonly string[]): Promise<void> {
  await eventually(async () => {
    const [{ wanted }] = await stack.sql<{ wanted: number }>(
      'select count(*)::int as wanted from judgments.pending where lane = $1 and document_id = any ($2::text[])',
      [lanes.indexOf('on_read'), ids],
    );
    expect(wanted).toBe(ids.length);
  });
}

/** How many requests the gateways sent again. */
async function sentAgain(stack: Stack, replicas: readonly number[]): Promise<number> {
  const pages = await Promise.all(replicas.map((replica) => stack.metrics('gateway', replica)));
  const counts = pages.flatMap((page) => [...page.matchAll(/^judgment_bus_repeated_requests_total{[^}]*} (\S+)$/gm)]);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** How long until what was under way at a kill had ended, for docs/failover.md. */
function tell(what: string, sinceMs: number): void {
  process.stdout.write(`${what}: ${((performance.now() - sinceMs) / 1000).toFixed(1)} s\n`);
}

/** With one process of each service. */
export function tellUnderWay(stackOf: () => Stack): void {
  it.each(inForm)(
    'requests that %s has when it is killed are refused for now [defect S-F3]',
    async (...[service, path, table]) => {
      const stack = stackOf();
      const scenario = await begin(stack, `under-way/${service}`);
      const read = () => (path.startsWith('//') ? stack.api('GET', path) : scenario.call('GET', path));
      expect((await read()).status).toBe(200);
      const replies = await stack.holding(`lock table ${table} in access exclusive mode`, async () => {
        const held = Promise.all([1, 2, 3].map(read));
        await untilHeld(stack, table, 1);
        await stack.services.kill(service);
        const killedAtMs = performance.now();
        const ended = await held;
        tell(`killed ${service}`, killedAtMs);
        return ended;
      });
      for (const reply of replies) expect(reply).toMatchObject(refused);
      await stack.services.start(service);
      await eventually(async () => expect((await read()).status).toBe(200));
    },
    120_000,
  );

  it('a change of a judgment whose process dies after the commit is answered, and made once [defect S-F3] [JOB-03]', async () => {
    const stack = stackOf();
    const scenario = await begin(stack, 'under-way/change');
    const before = await scenario.ok<JudgmentView>('GET', '/judgments/late');
    const kept = async (): Promise<number> =>
      (await stack.sql<{ n: number }>('select count(*)::int as n from judgments.effect'))[0].n;
    const keptBefore = await kept();
    await stack.services.arm('judgments', { point: 'judgments.change.after-commit', mode: 'kill' });
    const change = scenario.call<JudgmentView>('PATCH', '/judgments/late', { thresholds: { bound: 0.25 } });
    await stack.services.untilGone('judgments');
    const goneAtMs = performance.now();
    await stack.services.start('judgments');
    tell('started judgments', goneAtMs);
    expect([200, 202]).toContain((await change).status);
    tell('until the change was answered', goneAtMs);
    const after = await eventually(() => scenario.ok<JudgmentView>('GET', '/judgments/late'));
    expect(after.thresholds).not.toEqual(before.thresholds);
    expect(await kept()).toBe(keptBefore + 1);
  }, 120_000);

  it('requests under way when NATS is killed, and back at once, are answered or refused for now [defect S-F3]', async () => {
    const stack = stackOf();
    const scenario = await begin(stack, 'under-way/nats');
    let isOver = false;
    const replies: { status: number }[] = [];
    const clients = Array.from({ length: 16 }, async (_, client) => {
      while (!isOver)
        replies.push(
          client % 2 === 0
            ? await scenario.call('GET', '/documents/a?fresh=stored')
            : await scenario.call('POST', '/documents', { upsert: [{ id: `w${client}`, state: { text: 'x' } }] }),
        );
    });
    const answered = (): number => replies.filter(({ status }) => status === 200).length;
    await eventually(() => expect(answered()).toBeGreaterThan(50));
    const killedAtMs = performance.now();
    await stack.nats.kill();
    await stack.nats.start();
    tell('killed and started NATS', killedAtMs);
    const backAtMs = performance.now();
    isOver = true;
    await Promise.all(clients);
    tell('until each request had ended', backAtMs);
    await eventually(async () => expect((await scenario.call('GET', '/documents/a?fresh=stored')).status).toBe(200));
    for (const reply of replies) if (reply.status !== 200) expect(reply).toMatchObject(refused);
  }, 120_000);
}

/** With one process of each service. */
export function tellBrokerKilled(stackOf: () => Stack): void {
  it('a read that requires a fresh answer goes on when the broker that asks for it is killed [defect S-F3]', async () => {
    const stack = stackOf();
    const scenario = await begin(stack, 'under-way/broker');
    await scenario.upsert('b', { text: 'asked of the broker' });
    await stack.engine.hold();
    const read = scenario.call<DocumentView>('GET', '/documents/b?fresh=require');
    await eventually(async () => expect(await stack.engine.count('asked of the broker')).toBeGreaterThan(0));
    const killedAtMs = performance.now();
    await stack.services.kill('engine-broker');
    await stack.engine.release();
    await stack.services.start('engine-broker');
    const { status, body } = await read;
    tell('killed engine-broker', killedAtMs);
    expect(status).toBe(200);
    expect(body.answers?.['late'].status).toBe('fresh');
  }, 120_000);
}

/** With two processes of each service. */
export function tellGoesOn(stackOf: () => Stack): void {
  it('reads that require fresh answers go on at another process when theirs is killed [defect S-F3]', async () => {
    const stack = stackOf();
    const scenario = await begin(stack, 'under-way/fresh');
    const ids = Array.from({ length: 12 }, (_, n) => `fresh${n}`);
    const before = await sentAgain(stack, [0, 1]);
    // Before the write, which has the documents judged at once: else the answers are there before the reads.
    await stack.engine.hold();
    await scenario.write({ upsert: ids.map((id) => ({ id, state: { text: `under way ${id}` } })) });
    // One waits before the next is sent, since those of one moment may reach one process together.
    const reads: Promise<ApiReply<DocumentView>>[] = [];
    for (const [n, id] of ids.entries()) {
      reads.push(scenario.call<DocumentView>('GET', `/documents/${id}?fresh=require`));
      await untilReadersWait(stack, ids.slice(0, n + 1));
    }
    const read = Promise.all(reads);
    await stack.services.kill('documents', 1);
    // At once: an engine is given ten seconds, of which the reads have spent some. Who asked the killed process hears nothing.
    await stack.engine.release();
    for (const { status, body } of await read) {
      expect(status).toBe(200);
      expect(body.answers?.['late'].status).toBe('fresh');
    }
    expect(await sentAgain(stack, [0, 1])).toBeGreaterThan(before);
    await stack.services.start('documents', 1);
  }, 120_000);

  if (!isLong) return;
  it('long polls go on at another process when theirs is killed [defect S-F3]', async () => {
    const stack = stackOf();
    const scenario = await begin(stack, 'under-way/poll');
    await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
    await scenario.upsert('b', { text: 'first' }, { live: true });
    await eventually(async () => expect(await scenario.events()).toHaveLength(1));
    const { next_cursor: cursor } = (await stack.api<EventList>('GET', '/events?cursor=latest')).body;
    const poll = `/events?cursor=${encodeURIComponent(cursor!)}&types=subscription.*&wait=25`;
    const before = await sentAgain(stack, [0, 1]);
    const polls = Promise.all(Array.from({ length: 12 }, () => stack.api<EventList>('GET', poll)));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await stack.services.kill('events-feed', 1);
    await eventually(async () => expect(await sentAgain(stack, [0, 1])).toBeGreaterThan(before));
    await scenario.upsert('c', { text: 'second' }, { live: true });
    for (const { status, body } of await polls) {
      expect(status).toBe(200);
      expect(body.events.length).toBeGreaterThan(0);
    }
    await stack.services.start('events-feed', 1);
  }, 120_000);
}
