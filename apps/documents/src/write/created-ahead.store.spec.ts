import type { FetchDocuments, FetchedDocuments, RelationQuery } from '@app/contracts/documents';
import { movedClock, setClock, testEnvironment } from '@app/testing';
import { ReaderPool } from '../document/pool/reader.pool';
import { FetchService } from '../internal-read/fetch.service';
import { RelatedService } from '../internal-read/related/related.service';
import { FanoutRoom } from '../invalidation/fanout/fanout-room.fake';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { aPointer, anEntity, placed, related } from '../testing/related';
import { membersOf, raisedLines, subscribe } from '../testing/subscriptions';

const org = 'org_ahead';
const minute = 60_000;
const clock = (ms: number) => setClock(testEnvironment().adminUrl, ms);
let harness: DocumentsHarness;
let pool: ReaderPool;
beforeAll(async () => {
  await clock(0);
  harness = await openDocuments(8);
  pool = new ReaderPool({ readerPoolSize: 2 }, harness.database);
  await pool.onModuleInit();
}, 60_000);
afterAll(async () => {
  await clock(0);
  await pool.onApplicationShutdown();
  await harness.close();
});

/** A moment of a clock that is so many minutes ahead of the service's. */
const at = (minutes: number) => new Date(movedClock.now() + minutes * minute).toISOString();

it('a creation up to five minutes ahead is stored as sent, found by `within`, paged, and leaves windows in time [REL-F5]', async () => {
  const ns = 'ahead/one';
  const [now, ahead] = [at(0), at(4)];
  await harness.write(org, ns, { upsert: [{ id: 'now', created_at: now }] });
  await subscribe(harness, org, ns, 'born', { filter: { created_at: { within: '1h' } } });
  await harness.write(org, ns, {
    upsert: [
      { id: 'ahead', created_at: ahead },
      { id: 'old', created_at: at(-600) },
    ],
  });
  await expect(harness.write(org, ns, { upsert: [{ id: 'late', created_at: at(6) }] })).rejects.toMatchObject({
    details: { reason: 'bad_timestamp' },
  });
  expect((await harness.read(org, ns, ['ahead'])).documents[0].created_at).toBe(ahead);
  const ids: string[] = [];
  const query = {
    filter: { created_at: { within: '1h' } },
    order_by: [{ path: 'created_at', direction: 'desc' as const }],
    limit: 1,
  };
  for (let cursor: string | null | undefined; cursor !== null && ids.length < 5;) {
    const page = await harness.query(org, ns, { ...query, ...(cursor && { cursor }) });
    ids.push(...page.documents.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(ids).toEqual(['ahead', 'now']);
  expect(await membersOf(harness, org, ns, 'born')).toEqual(['ahead', 'now']);
  await clock(62 * minute);
  while (await harness.due.turn());
  await clock(65 * minute);
  while (await harness.due.turn());
  expect(await raisedLines(harness, org, ns)).toEqual([
    'entered ahead document',
    'exited now time',
    'exited ahead time',
  ]);
  await clock(0);
});

it('it is the newest of a relation, and inside of its window [REL-F5]', async () => {
  const ns = 'ahead/related';
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  const message = (id: string, minutes: number) => ({
    id,
    created_at: at(minutes),
    attributes: { account: 'a1' },
    state: { text: id },
  });
  await harness.write(org, ns, { upsert: [{ id: 'a1' }, message('old', -60), message('now', 0), message('ahead', 4)] });
  const fetches = new FetchService(movedClock, pool, harness.snapshots, new RelatedService());
  const readIds = async (others: Partial<RelationQuery>): Promise<string[]> => {
    const spec: RelationQuery = {
      theirs: 'attributes.account',
      mine: 'id',
      fields: ['state.text'],
      where: null,
      order_by: [],
      last_n: 20,
      window: null,
      ...others,
    };
    const query: FetchDocuments = {
      organization: org,
      namespace: ns,
      ids: ['a1'],
      judgments: ['jdg_mood'],
      specs: [spec],
      read: { jdg_mood: { relations: { r0: 0 } } },
    };
    const { documents } = placed(JSON.parse(await fetches.fetch(query)) as FetchedDocuments);
    return documents[0].related!.jdg_mood.r0.items.map(({ id }) => id);
  };
  expect(await readIds({ last_n: 2 })).toEqual(['ahead', 'now']);
  expect(await readIds({ window: { at: 'created_at', within: '30m' } })).toEqual(['ahead', 'now']);
});

it('it lies in a scope by `created_within` from the start: a change of what it reads makes it stale [REL-F5]', async () => {
  const ns = 'ahead/scope';
  const room = new FanoutRoom(harness, org);
  const fanout = { debounce_ms: 0, max_wait_ms: 0, scope: { created_within: '1h' } };
  await harness.putJudgment(org, ns, 'late', { edges: [aPointer()], fanout });
  const order = (id: string, minutes: number) => ({
    id,
    created_at: at(minutes),
    attributes: { customer: 'c1' },
    state: { note: id },
  });
  await harness.write(org, ns, { upsert: [order('old', -120), order('now', 0), order('ahead', 4)] });
  await room.judge(ns, ['old', 'now', 'ahead']);
  await room.tier(ns, 'gold');
  const stale = async () => Promise.all(['old', 'now', 'ahead'].map((id) => room.status(ns, id)));
  expect(await stale()).toEqual(['fresh', 'related_changed', 'related_changed']);
  await harness.drainRelated();
  await room.walkAll();
  expect(await room.touched(ns)).toEqual(['ahead', 'now']);
  expect(await stale()).toEqual(['fresh', 'related_changed', 'related_changed']);
});
