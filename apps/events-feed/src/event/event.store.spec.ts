import { Bus } from '@app/bus';
import { Health, createLogger } from '@app/observability';
import { Database, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { eventsFeedSchema } from '../app.schema';
import { LogRow } from '../log/log';
import { LogStore } from '../log/log.store';
import { TailService } from '../tail/tail.service';
import { PartitionStore } from '../retention/partition.store';
import { RetentionWorker } from '../retention/retention.worker';
import { parseFilter } from './event-filter';
import { EventPage, EventService, ListRequest } from './event.service';
import { EventStore, scan } from './event.store';

const organization = 'org_event';
const dayMs = 24 * 60 * 60 * 1000;
const logger = createLogger({ service: 'events-feed', replica: 'spec', level: 'fatal' });
const deaf = { hear: () => undefined } as unknown as Bus;
let database: Database;
let log: LogStore;
let tail: TailService;
let service: EventService;
let retention: RetentionWorker;

const raised = (over: Partial<LogRow> = {}): LogRow => {
  const id = newId('evt');
  return { id, organization, type: 'job.completed', namespace: 'acme/a', body: JSON.stringify({ id }), ...over };
};
const idsOf = ({ events }: EventPage): string[] => events.map((body) => (JSON.parse(body) as { id: string }).id);
const list = (over: Partial<ListRequest> = {}): Promise<EventPage> =>
  service.list({
    organization,
    filter: parseFilter('*', undefined, undefined),
    cursor: null,
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
/** The most rows that any step of a plan gave. */
function maxRows(node: PlanNode): number {
  return Math.max(node['Actual Rows'], ...(node.Plans ?? []).map(maxRows));
}
const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);

beforeEach(async () => {
  await moveClock(0);
  database = await openFreshDatabase(eventsFeedSchema);
  const partitions = new PartitionStore(database);
  log = new LogStore(database, partitions);
  tail = new TailService(database, deaf, logger, new Health());
  service = new EventService(new EventStore(database), tail);
  retention = new RetentionWorker(partitions, logger, new Health());
  tail.start();
});
afterEach(async () => {
  await tail.stop();
  await database.close();
  await moveClock(0);
});

describe('a page of the feed', () => {
  it('begins with the oldest and goes on behind its cursor to the end [FEED-01] [FEED-03]', async () => {
    const rows = Array.from({ length: 25 }, () => raised());
    await log.append([...rows, raised({ organization: 'org_other' })]);
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

  it('goes past what its filter hides, and its cursor with it [FEED-08]', async () => {
    const rows = Array.from({ length: 2_500 }, (_, i) => raised({ namespace: i % 1_250 === 0 ? 'acme/b' : 'acme/a' }));
    await log.append(rows);
    const page = await list({ filter: parseFilter('acme/b', undefined, undefined), limit: 5 });
    expect(idsOf(page)).toEqual([rows[0].id, rows[1_250].id]);
    expect(page.nextCursor).toBe(rows.at(-1)?.id);
  });

  it('looks at its own rows alone, however many stand before it and in how many days [FEED-01]', async () => {
    for (const day of [0, 1, 2]) {
      await moveClock(day * dayMs);
      await log.append(Array.from({ length: 500 }, () => raised()));
    }
    const { events, nextCursor } = await list({ limit: 100, cursor: (await list({ limit: 100 })).nextCursor });
    expect(events).toHaveLength(100);
    const { place } = await new EventStore(database).findCursor(organization, nextCursor);
    for (const number of [place?.number, '1100']) {
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${scan.text}`,
        [organization, place?.day, number, 50],
      );
      expect(maxRows(rows[0]['QUERY PLAN'][0].Plan)).toBe(50);
    }
  });

  it('of a feed without events has the cursor null, also for another organization [FEED-09]', async () => {
    expect(await list()).toEqual({ events: [], nextCursor: null });
    await log.append([raised({ organization: 'org_other' })]);
    expect(await list()).toEqual({ events: [], nextCursor: null });
  });

  it('refuses a cursor that was never issued [FEED-10]', async () => {
    const own = raised();
    const foreign = raised({ organization: 'org_other' });
    await log.append([own, foreign]);
    const unknown = ['invalid_request', 'cursor_unknown'];
    for (const cursor of ['x', 'evt_1', newId('job'), newId('evt'), foreign.id]) {
      expect(await reasonOf(list({ cursor }))).toEqual(unknown);
    }
  });
});

describe('a feed of 31 days', () => {
  it('shows nothing older than 30 days and says that its cursors are expired [FEED-01] [FEED-03]', async () => {
    const old = raised();
    await log.append([old]);
    await moveClock(29 * dayMs);
    expect(idsOf(await list({ cursor: null }))).toEqual([old.id]);
    await moveClock(31 * dayMs);
    const expired = ['invalid_request', 'cursor_expired'];
    // Before the drop, after it, and when its key is forgotten too.
    expect(await reasonOf(list({ cursor: old.id }))).toEqual(expired);
    expect((await list()).events).toEqual([]);
    while (await retention.turn());
    expect(await reasonOf(list({ cursor: old.id }))).toEqual(expired);
    const { rows } = await database.query(`select 1 from event_key union all select 1 from event`);
    expect(rows).toEqual([]);
    const young = raised();
    await log.append([young]);
    expect(await reasonOf(list({ cursor: old.id }))).toEqual(expired);
    expect(idsOf(await list())).toEqual([young.id]);
    expect(await reasonOf(service.get(organization, old.id))).toEqual(['not_found', undefined]);
  });

  it('has made and dropped its days on the way, one partition each [FEED-01]', async () => {
    for (let day = 0; day <= 33; day += 3) {
      await moveClock(day * dayMs);
      await log.append([raised()]);
      while (await retention.turn());
    }
    const { rows } = await database.query<{ days: number; events: number }>(
      `select (select count(*) from pg_inherits where inhparent = 'event'::regclass)::int as days,
              (select count(*) from event)::int as events`,
    );
    // Days 3 to 33 in steps of 3 with an event each, and the day ahead of each visit.
    expect(rows[0]).toEqual({ days: 22, events: 11 });
  });
});

describe('a poll that waits', () => {
  it('answers as soon as something shows, once the broadcast comes [FEED-09]', async () => {
    const waiting = list({ waitMs: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const row = raised();
    await log.append([row]);
    tail.wake();
    expect(idsOf(await waiting)).toEqual([row.id]);
  });

  it('hears of it by polling when the broadcast is lost, and not of what its filter hides [FEED-09]', async () => {
    const startMs = performance.now();
    const waiting = list({ waitMs: 30_000, filter: parseFilter('acme/b', undefined, undefined) });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [hidden, shown] = [raised(), raised({ namespace: 'acme/b' })];
    await log.append([hidden]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await log.append([shown]);
    expect(idsOf(await waiting)).toEqual([shown.id]);
    // Long before its own end.
    expect(performance.now() - startMs).toBeLessThan(20_000);
  });

  it('answers empty with its cursor when the time is over', async () => {
    const row = raised();
    await log.append([row]);
    expect(await list({ cursor: row.id, waitMs: 300 })).toEqual({ events: [], nextCursor: row.id });
  });
});
