import { type EventPattern, GapError, JudgmentClient } from '@app/sdk';
import { eventually, openLimitMs, openStack, sharedStack } from '@app/testing/stack';
import type { Stack, StackClient } from '@app/testing/stack';
import { FaultyProxy } from './scenario/faulty-proxy';
import { Scenario } from './scenario/scenario';

const isLong = process.env.LONG === '1';
/** The long form kills the gateway, so that it has a stack of its own. */
let stack: StackClient;
let close: () => Promise<void>;
let proxy: FaultyProxy;
let client: JudgmentClient;
let direct: JudgmentClient;

beforeAll(async () => {
  if (isLong) {
    const own = await openStack({ name: 'sdk', processes: true, movesClock: true });
    [stack, close] = [own, () => own.close()];
  } else {
    const shared = await sharedStack();
    [stack, close] = [shared, () => shared.leave()];
  }
  const [baseUrl = ''] = stack.baseUrls;
  proxy = await FaultyProxy.before(baseUrl);
  client = new JudgmentClient({ baseUrl: proxy.baseUrl, apiKey: stack.keys.rw, retries: 60 });
  // A gateway that was killed leaves the key of its write claimed for 40 s, each second of which is an attempt.
  direct = new JudgmentClient({ baseUrl, apiKey: stack.keys.rw, retries: 60 });
}, openLimitMs);
afterAll(async () => {
  await proxy?.close();
  await close?.();
}, 60_000);

const openNamespace = async (name: string): Promise<string> => {
  const { namespace } = new Scenario(stack, name);
  await direct.namespaces.create({ name: namespace });
  return namespace;
};
const limited = { status: 429, code: 'rate_limited', headers: { 'retry-after': '1' } };

it('a write is done once through a limit, lost replies and an unavailability; out of attempts it names the key that another process goes on with [SDK-04] [IDEM-01]', async () => {
  const t1 = client.namespace(await openNamespace('sdk/faults'));
  proxy.play(limited, 'cut', { status: 503, code: 'unavailable', headers: { 'retry-after': '1' } });
  const { data, meta } = await t1.documents.upsert([{ id: 'a', state: { n: 1 } }]).withMeta();
  expect(meta).toMatchObject({ attempts: 4, replayed: true });
  expect(new Set(proxy.heard.map(({ key }) => key)).size).toBe(1);
  expect(new Set(proxy.heard.map(({ body }) => body)).size).toBe(1);
  const { version } = await t1.documents.get('a');
  expect(data.documents).toMatchObject([{ id: 'a', version }]);

  proxy.play('cut', 'cut');
  const rows = [{ id: 'b', state: { n: 1 } }];
  const error: unknown = await t1.documents
    .upsert(rows, { retries: 1 })
    .withMeta()
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: 'connection',
    outcomeUnknown: true,
    idempotencyKey: expect.any(String) as string,
  });
  const { idempotencyKey } = error as { idempotencyKey: string };
  const found = await direct.namespace(t1.name).documents.upsert(rows, { idempotencyKey }).withMeta();
  expect(found.meta.replayed).toBe(true);
  expect(found.data.documents).toMatchObject([{ version: (await t1.documents.get('b')).version }]);
}, 30_000);

it('follows a job through refused and lost polls to its result [SDK-07]', async () => {
  const t1 = client.namespace(await openNamespace('sdk/job'));
  proxy.play(null, limited, 'cut');
  const seen: string[] = [];
  await t1.delete({ onProgress: ({ status }) => void seen.push(status) });
  expect(seen.at(-1)).toBe('done');
  expect(proxy.heard.length).toBeGreaterThan(3);
}, 60_000);

/** In the long form the gateway is killed again and again, each time after the follower has gone on. */
async function killGateways(times: number, followed: readonly string[]): Promise<void> {
  for (let n = 0; isLong && n < times; n++) {
    const before = followed.length;
    await stack.services.kill('gateway');
    await stack.services.start('gateway');
    await eventually(() => expect(followed.length).toBeGreaterThan(before + 3), 60_000);
  }
}

it(
  'the follower gives what the feed holds, once and in its order, through lost replies [SDK-08] [FEED-04]',
  async () => {
    const t1 = direct.namespace(await openNamespace('sdk/follow'));
    await t1.subscriptions.put('big', { filter: { 'attributes.n': { gte: 10 } } });
    const changes = isLong ? 200 : 12;
    proxy.play(...Array.from({ length: 400 }, (_, n) => (n % 3 === 1 ? 'cut' : null)));
    const controller = new AbortController();
    const followed: string[] = [];
    const following = (async () => {
      const options = {
        types: ['subscription.*'] as const,
        namespacePrefix: t1.name,
        waitS: 2,
        signal: controller.signal,
      };
      for await (const { id } of client.events.follow(options)) {
        followed.push(id);
        if (followed.length === changes) break;
      }
    })();
    const killed = killGateways(8, followed);
    for (let n = 0; n < changes; n++) {
      await t1.documents.upsert([{ id: 'a', attributes: { n: n % 2 === 0 ? 10 : 1 }, state: {} }]);
      await eventually(async () => {
        const { events } = await feedOf(t1.name);
        expect(events.length).toBeGreaterThan(n);
      });
    }
    await killed;
    await following;
    controller.abort();
    const { events } = await feedOf(t1.name);
    expect(followed).toEqual(events.slice(0, changes).map(({ id }) => id));
    expect(new Set(followed).size).toBe(changes);
  },
  isLong ? 600_000 : 60_000,
);

/** The clock of a stack that others share cannot be moved, so that the short form has no part of this. */
if (isLong) {
  const dayMs = 86_400_000;
  it('the follower goes on after an hour, a killed sequencer and a quiet month, and raises a true gap [SDK-08] [FEED-03] [FEED-04]', async () => {
    const own = stack as Stack;
    const t1 = direct.namespace(await openNamespace('sdk/month'));
    await t1.subscriptions.put('big', { filter: { 'attributes.n': { gte: 10 } } });
    let n = 0;
    const change = async (): Promise<void> => {
      await t1.documents.upsert([{ id: 'a', attributes: { n: (n += 1) % 2 === 1 ? 10 : 1 }, state: {} }]);
    };
    const controller = new AbortController();
    const followed: string[] = [];
    const cursors: string[] = [];
    const options = { namespacePrefix: t1.name, waitS: 2, signal: controller.signal };
    const follow = async (
      types: readonly EventPattern[],
      into: string[],
      onCursor?: (cursor: string) => void,
    ): Promise<void> => {
      for await (const { id } of direct.events.follow({ ...options, types, onCursor })) into.push(id);
    };
    const quiet: string[] = [];
    const ended = Promise.allSettled([
      follow(['subscription.*'], followed, (cursor) => void cursors.push(cursor)),
      follow(['alternatives.*'], quiet),
    ]);
    const told = (count: number) => eventually(() => expect(followed.length).toBe(count), 60_000);
    await change();
    await told(1);
    const early = cursors[0];
    await own.setClock(dayMs / 24);
    await change();
    await told(2);
    await own.services.kill('events-feed');
    await change();
    await own.services.start('events-feed');
    await told(3);
    for (let day = 1; day <= 31; day += 10) await own.setClock(day * dayMs);
    await change();
    await told(4);
    const { events } = await feedOf(t1.name);
    expect(followed.slice(-events.length)).toEqual(events.map(({ id }) => id));
    await eventually(async () => {
      const late = direct.events.follow({ ...options, types: ['subscription.*'], from: early });
      await expect(late.next()).rejects.toBeInstanceOf(GapError);
    }, 180_000);
    controller.abort();
    // Neither ended before it was told to.
    const ends = await ended;
    expect(ends.map((end) => end.status === 'rejected' && (end.reason as Error).name)).toEqual([
      'AbortError',
      'AbortError',
    ]);
    expect([followed.length, quiet]).toEqual([4, []]);
  }, 600_000);
}

/** All events of a namespace, page by page and without the follower. */
async function feedOf(namespace: string): Promise<{ events: { id: string }[] }> {
  const events = new Map<string, { id: string }>();
  for (let cursor: string | undefined; ;) {
    const page = await direct.events.read({ types: 'subscription.*', namespace_prefix: namespace, cursor });
    for (const event of page.events) events.set(event.id, event);
    if (page.events.length === 0 || page.next_cursor === null) return { events: [...events.values()] };
    cursor = page.next_cursor;
  }
}
