import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { LogRow } from '../log/log';
import { FeedStores, logRow, moveClock, openFeedStores } from '../testing/open-feed';
import { parseFilter } from './event-filter';
import { EventPage, ListRequest } from './event.service';
import { backScan, findCursor, scan } from './event.store';

const organization = 'org_event';
const dayMs = 24 * 60 * 60 * 1000;
let feed: FeedStores;

const raised = (others: Partial<LogRow> = {}): LogRow => logRow(organization, others);
const idsOf = ({ events }: EventPage): string[] => events.map((body) => (JSON.parse(body) as { id: string }).id);
const list = (over: Partial<ListRequest> = {}): Promise<EventPage> =>
  feed.events.list({
    organization,
    filter: parseFilter('*', undefined, undefined),
    cursor: null,
    order: 'oldest',
    limit: 100,
    waitMs: 0,
    ...over,
  });
const reasonOf = async (listing: Promise<unknown>): Promise<unknown> => {
  const thrown: unknown = await listing.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof Problem ? [thrown.code, thrown.details.reason] : thrown;
};
interface PlanNode {
  'Actual Rows': number;
  Plans?: PlanNode[];
}
/** The greatest number of rows that any step of a plan returned. */
function maxRows(node: PlanNode): number {
  return Math.max(node['Actual Rows'], ...(node.Plans ?? []).map(maxRows));
}

beforeEach(async () => {
  feed = await openFeedStores();
});
afterEach(() => feed.close());

describe('a page of the feed', () => {
  it('begins with the oldest event and goes on after its cursor to the end [FEED-01] [FEED-03]', async () => {
    const rows = Array.from({ length: 25 }, () => raised());
    await feed.log.append([...rows, raised({ organization: 'org_other' })]);
    const read: string[] = [];
    let cursor: string | null = null;
    for (const expected of [10, 10, 5, 0]) {
      const page: EventPage = await list({ cursor, limit: 10 });
      expect(page.events).toHaveLength(expected);
      read.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(read).toEqual(rows.map(({ id }) => id));
    expect(cursor).toBe(rows.at(-1)?.id);
  });

  it('moves its cursor past events that the filter hides [FEED-08]', async () => {
    const rows = Array.from({ length: 2_500 }, (_, i) => raised({ namespace: i % 1_250 === 0 ? 'acme/b' : 'acme/a' }));
    await feed.log.append(rows);
    const page = await list({ filter: parseFilter('acme/b', undefined, undefined), limit: 5 });
    expect(idsOf(page)).toEqual([rows[0].id, rows[1_250].id]);
    expect(page.nextCursor).toBe(rows.at(-1)?.id);
  });

  it('reads only its own rows, however many events and days come before it [FEED-01]', async () => {
    for (const day of [0, 1, 2]) {
      await moveClock(day * dayMs);
      await feed.log.append(Array.from({ length: 500 }, () => raised()));
    }
    const { events, nextCursor } = await list({ limit: 100, cursor: (await list({ limit: 100 })).nextCursor });
    expect(events).toHaveLength(100);
    const { position } = await findCursor(feed.database, organization, nextCursor);
    for (const number of [position?.number, '1100']) {
      const { rows } = await feed.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${scan.text}`,
        [organization, position?.day, number, 50],
      );
      expect(maxRows(rows[0]['QUERY PLAN'][0].Plan)).toBe(50);
    }
  });

  it('has the cursor null when the organization has no events [FEED-09]', async () => {
    expect(await list()).toEqual({ events: [], nextCursor: null });
    await feed.log.append([raised({ organization: 'org_other' })]);
    expect(await list()).toEqual({ events: [], nextCursor: null });
  });

  it('refuses a cursor that is no event of the organization [FEED-10]', async () => {
    const own = raised();
    const foreign = raised({ organization: 'org_other' });
    await feed.log.append([own, foreign]);
    const unknown = ['invalid_request', 'cursor_unknown'];
    for (const cursor of ['x', 'evt_1', newId('job'), newId('evt'), foreign.id]) {
      expect(await reasonOf(list({ cursor }))).toEqual(unknown);
    }
  });
});

describe('a page of the newest events', () => {
  it('goes back from the end to the beginning and ends with null [FEED-01] [FEED-03]', async () => {
    const rows = Array.from({ length: 25 }, () => raised());
    await feed.log.append(rows.slice(0, 12));
    await moveClock(dayMs);
    await feed.log.append([...rows.slice(12), raised({ organization: 'org_other' })]);
    const read: string[] = [];
    let cursor: string | null = null;
    for (const expected of [10, 10, 5]) {
      const page: EventPage = await list({ cursor, limit: 10, order: 'newest' });
      expect(page.events).toHaveLength(expected);
      read.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(read).toEqual(rows.map(({ id }) => id).reverse());
    expect(cursor).toBeNull();
    const { rows: plan } = await feed.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${backScan.text}`,
      [organization, '9999-12-31', '0', 5],
    );
    expect(maxRows(plan[0]['QUERY PLAN'][0].Plan)).toBe(5);
  });

  it('shows what the filter lets through, and no event older than 30 days [FEED-01] [FEED-08]', async () => {
    const old = raised({ namespace: 'acme/b' });
    await feed.log.append([old]);
    await moveClock(31 * dayMs);
    const own = raised({ namespace: 'acme/b' });
    await feed.log.append([own, raised()]);
    const page = await list({ order: 'newest', filter: parseFilter('acme/b', undefined, undefined) });
    expect([idsOf(page), page.nextCursor]).toEqual([[own.id], null]);
    expect(await reasonOf(list({ order: 'newest', cursor: old.id }))).toEqual(['invalid_request', 'cursor_expired']);
  });

  it('has its end as a cursor, behind which only later events stand [FEED-02]', async () => {
    expect(await feed.events.readLatest(organization)).toBeNull();
    const [before, after] = [raised(), raised()];
    await feed.log.append([before]);
    const cursor = await feed.events.readLatest(organization);
    expect(cursor).toBe(before.id);
    await feed.log.append([after]);
    expect(idsOf(await list({ cursor }))).toEqual([after.id]);
  });

  it('has each event by its id, for keys that cover its namespace [FEED-08]', async () => {
    const [own, ofOrganization] = [raised(), raised({ namespace: null })];
    await feed.log.append([own, ofOrganization]);
    expect((await feed.events.show(organization, 'acme/*', own.id)).body).toBe(own.body);
    expect((await feed.events.show(organization, '*', ofOrganization.id)).body).toBe(ofOrganization.body);
    const missing = ['not_found', undefined];
    expect(await reasonOf(feed.events.show(organization, 'acme/b', own.id))).toEqual(missing);
    expect(await reasonOf(feed.events.show(organization, 'acme/*', ofOrganization.id))).toEqual(missing);
    expect(await reasonOf(feed.events.show('org_other', '*', own.id))).toEqual(missing);
  });
});

describe('a feed of 31 days', () => {
  it('shows no event older than 30 days and refuses its cursor as expired [FEED-01] [FEED-03]', async () => {
    const old = raised();
    await feed.log.append([old]);
    await moveClock(29 * dayMs);
    expect(idsOf(await list({ cursor: null }))).toEqual([old.id]);
    await moveClock(31 * dayMs);
    const expired = ['invalid_request', 'cursor_expired'];
    // Before the partition is dropped, after that, and when the key is deleted, too.
    expect(await reasonOf(list({ cursor: old.id }))).toEqual(expired);
    expect((await list()).events).toEqual([]);
    while (await feed.retention.turn());
    expect(await reasonOf(list({ cursor: old.id }))).toEqual(expired);
    const { rows } = await feed.database.query(`select 1 from event_key union all select 1 from event`);
    expect(rows).toEqual([]);
    const young = raised();
    await feed.log.append([young]);
    expect(await reasonOf(list({ cursor: old.id }))).toEqual(expired);
    expect(idsOf(await list())).toEqual([young.id]);
    expect(await reasonOf(feed.events.get(organization, old.id))).toEqual(['not_found', undefined]);
  });

  it('makes and drops one partition a day [FEED-01]', async () => {
    for (let day = 0; day <= 33; day += 3) {
      await moveClock(day * dayMs);
      await feed.log.append([raised()]);
      while (await feed.retention.turn());
    }
    const { rows } = await feed.database.query<{ days: number; events: number }>(
      `select (select count(*) from pg_inherits where inhparent = 'event'::regclass)::int as days,
              (select count(*) from event)::int as events`,
    );
    // Days 3 to 33 in steps of 3 with one event each, and the day after each of them.
    expect(rows[0]).toEqual({ days: 22, events: 11 });
  });
});

describe('a poll that waits', () => {
  it('answers when an event is recorded and the broadcast comes [FEED-09]', async () => {
    const waiting = list({ waitMs: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const row = raised();
    await feed.log.append([row]);
    feed.tail.wake();
    expect(idsOf(await waiting)).toEqual([row.id]);
  });

  it('answers without the broadcast, since the service looks at the tail, and not for an event that the filter hides [FEED-09]', async () => {
    const startMs = performance.now();
    const waiting = list({ waitMs: 30_000, filter: parseFilter('acme/b', undefined, undefined) });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [hidden, shown] = [raised(), raised({ namespace: 'acme/b' })];
    await feed.log.append([hidden]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await feed.log.append([shown]);
    expect(idsOf(await waiting)).toEqual([shown.id]);
    // Long before its 30 seconds are over.
    expect(performance.now() - startMs).toBeLessThan(20_000);
  });

  it('answers with no events and its cursor when its time is over', async () => {
    const row = raised();
    await feed.log.append([row]);
    expect(await list({ cursor: row.id, waitMs: 300 })).toEqual({ events: [], nextCursor: row.id });
  });
});

describe('a page of some events', () => {
  const about = (kind: 'document' | 'subscription' | 'judgment', name: string) => ({ kind, name });
  const filter = (asked: Parameters<typeof parseFilter>[3]) => parseFilter('*', undefined, undefined, asked);

  it('has those about a document, a subscription and a judgment, also several of them, both ways [FEED-08]', async () => {
    const both = [about('document', 'T-1'), about('subscription', 'hot')];
    const rows = Array.from({ length: 600 }, (_, i) =>
      raised({ subjects: i % 100 === 7 ? both : [about('document', 'T-2'), about('subscription', 'hot')] }),
    );
    await feed.log.append([...rows, raised({ subjects: [about('judgment', 'T-1')] })]);
    const wanted = rows.filter(({ subjects }) => subjects === both).map(({ id }) => id);
    expect(idsOf(await list({ filter: filter({ document: 'T-1' }) }))).toEqual(wanted);
    const back = await list({ filter: filter({ document: 'T-1', subscription: 'hot' }), order: 'newest', limit: 4 });
    expect(idsOf(back)).toEqual([...wanted].reverse().slice(0, 4));
    const rest = await list({ filter: filter({ document: 'T-1' }), order: 'newest', cursor: back.nextCursor });
    expect([idsOf(rest), rest.nextCursor]).toEqual([[...wanted].reverse().slice(4), null]);
    const none = await list({ filter: filter({ document: 'T-1', judgment: 'late' }) });
    expect(none.events).toEqual([]);
    expect((await list({ filter: filter({ document: 'T-1' }), organization: 'org_other' })).events).toEqual([]);
  });

  it('has those recorded between two moments, whatever lies around them, both ways [FEED-08]', async () => {
    const days: LogRow[][] = [];
    for (const day of [0, 1, 2, 3]) {
      await moveClock(day * dayMs);
      const rows = Array.from({ length: 40 }, () => raised());
      days.push(rows);
      await feed.log.append(rows);
    }
    const { rows } = await feed.database.query<{ at: Date }>(
      'select min(recorded_at) as at from event group by day order by day',
    );
    const [since, until] = [rows[1].at, rows[3].at].map((at) => at.toISOString());
    const wanted = [...days[1], ...days[2]].map(({ id }) => id);
    expect(idsOf(await list({ filter: filter({ since, until }) }))).toEqual(wanted);
    const back = await list({ filter: filter({ since, until }), order: 'newest' });
    expect([idsOf(back), back.nextCursor]).toEqual([[...wanted].reverse(), null]);
    for (const order of ['oldest', 'newest'] as const) {
      const never = filter({ since: '0001-01-01T00:00:00Z', until: '0001-01-02T00:00:00Z' });
      expect((await list({ filter: never, order })).events).toEqual([]);
      const always = filter({ since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59Z' });
      expect((await list({ filter: always, order, limit: 200 })).events).toHaveLength(160);
    }
  });
});
