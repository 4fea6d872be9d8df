import { EndpointList } from '@app/contracts/webhooks';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import type { ApiReply } from '@app/testing/stack';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Load, untilWritten } from './scenario/load';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const documents = isLong ? 1_000 : 60;
/** How long every packet is dropped at least; in the short form until each write was refused for it. */
const droppedMs = isLong ? 60_000 : 0;
const answeredMs = 180_000;

let stack: Stack;
let aheadMs = 0;
beforeAll(async () => {
  stack = await openStack({ name: 'postgres-cut', postgresProxies: true, movesClock: true });
}, openLimitMs);
afterAll(() => stack?.close(), 60_000);

/** Past the leases of keys whose requests the cut took. */
async function leasesEnd(): Promise<void> {
  aheadMs += 130_000;
  await stack.setClock(aheadMs);
}

/** Sends a request with one key until it succeeds. @returns all replies; each before the last was a refusal that passes */
async function untilDone(send: (headers: object) => Promise<ApiReply<unknown>>): Promise<ApiReply<unknown>[]> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const replies: ApiReply<unknown>[] = [];
  await eventually(async () => {
    const reply = await send(headers);
    replies.push(reply);
    if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text}`);
  }, answeredMs);
  // A request that was refused may still wait for Postgres: until it ends, its key is that of one that runs.
  const refused = ['503 unavailable', '429 rate_limited'];
  for (const { status, body } of replies.slice(0, -1)) {
    expect(refused).toContain(`${status} ${(body as { error: { code: string } }).error.code}`);
  }
  return replies;
}

type Fault = 'lost' | 'unanswered';
/** Each fault of a commit once, each with another owner; in the long form both with both. */
const faultsOf = (short: Fault): Fault[] => (isLong ? ['lost', 'unanswered'] : [short]);

describe('a connection that is reset in a commit', () => {
  it.each(faultsOf('unanswered'))(
    'which is %s leaves one append after a retry with its key [T09] [IDEM-01]',
    async (fault) => {
      const scenario = new Scenario(stack, `cut/${fault}`);
      await scenario.upsert('d', { list: [] });
      const mark = randomUUID();
      await stack.postgresProxy.breakCommit('documents', mark, fault);
      const before = await stack.postgresProxy.brokenCommits('documents');
      const append = [{ id: 'd', path: 'state.list', values: [mark] }];
      await untilDone((headers) => scenario.call('POST', '/documents', { append }, { headers: { ...headers } }));
      expect(await stack.postgresProxy.brokenCommits('documents')).toBe(before + 1);
      expect((await scenario.read('d')).state).toEqual({ list: [mark] });
    },
  );

  it.each(faultsOf('lost'))(
    'which is %s leaves one webhook endpoint after a retry with its key [T09] [IDEM-01]',
    async (fault) => {
      const url = `https://example.com/${randomUUID()}`;
      await stack.postgresProxy.breakCommit('webhooks', url, fault);
      const before = await stack.postgresProxy.brokenCommits('webhooks');
      await untilDone((headers) => stack.api('POST', '/webhook-endpoints', { url }, { headers: { ...headers } }));
      expect(await stack.postgresProxy.brokenCommits('webhooks')).toBe(before + 1);
      const { body } = await stack.api<EndpointList>('GET', '/webhook-endpoints?limit=100');
      expect(body.webhook_endpoints.filter((endpoint) => endpoint.url === url)).toHaveLength(1);
    },
  );
});

/** Drops what goes to Postgres: by the proxies, whose old connections stay silent for good, or in the kernel. */
const network = isLong
  ? { drop: () => firewall('-I'), restore: () => firewall('-D') }
  : { drop: () => stack.postgresProxy.freeze(), restore: () => stack.postgresProxy.thaw() };

function firewall(change: '-I' | '-D'): Promise<void> {
  const port = new URL(stack.at.adminUrl).port;
  execFileSync('iptables', [change, 'INPUT', '-p', 'tcp', '--dport', port, '-j', 'DROP'], { stdio: 'pipe' });
  return Promise.resolve();
}

it('refuses with 503 while every packet to Postgres is dropped, and then each keyed write has one effect [T09] [defect S-H5]', async () => {
  const scenario = new Scenario(stack, 'cut/packets');
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment(boolJudgment('late'));
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  const lists = Array.from({ length: 8 }, (_, i) => `list${i}`);
  for (const id of lists) await scenario.upsert(id, { list: [] });
  const load = new Load(scenario, documents, answeredMs + droppedMs);
  const written = load.write();
  await load.untilAcknowledged(documents / 4);
  await network.drop();
  let appended: Promise<ApiReply<unknown>[][]>;
  const refused = new Set<string>();
  try {
    const until = performance.now() + droppedMs;
    appended = Promise.all(
      lists.map((id) => {
        const append = [{ id, path: 'state.list', values: ['once'] }];
        return untilDone(async (headers) => {
          const reply = await scenario.call('POST', '/documents', { append }, { headers: { ...headers } });
          refused.add(id);
          return reply;
        });
      }),
    );
    appended.catch(() => undefined);
    do {
      const upsert = [{ id: 'refused', state: { text: 'never' } }];
      const { status, body } = await scenario.call('POST', '/documents', { upsert });
      expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    } while (performance.now() < until || refused.size < lists.length);
  } finally {
    await network.restore();
  }
  await untilWritten(Promise.all([appended, written]), leasesEnd);
  for (const replies of await appended) expect(replies.length).toBeGreaterThan(1);
  for (const id of lists) expect((await scenario.read(id)).state).toEqual({ list: ['once'] });
  expect((await scenario.call('GET', '/documents/refused')).status).toBe(404);
}, 900_000);
