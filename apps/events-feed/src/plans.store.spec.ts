import { Call } from '@app/bus';
import { callerOf, describePages, sixPages } from '@app/testing';
import { EventHandler } from './event/event.handler';
import { type FeedStores, logRow, openFeedStores } from './testing/open-feed';

const org = 'org_plans';
const limit = 20;
const many = 1_500;
let feed: FeedStores;
let events: EventHandler;
let ids: string[];

beforeAll(async () => {
  feed = await openFeedStores();
  events = new EventHandler(feed.events);
  const rows = Array.from({ length: many }, (_, i) => {
    const subjects = [{ kind: 'document' as const, name: i % 2 === 0 ? 'T-1' : `T-${i}` }];
    return [logRow(org, { subjects }), logRow('org_other', { subjects })];
  }).flat();
  await feed.log.append(rows);
  ids = rows.filter(({ organization }) => organization === org).map(({ id }) => id);
  for (const table of ['event', 'event_subject', 'event_key', 'feed_floor', 'feed_tail'])
    await feed.database.query(`vacuum analyze ${table}`);
}, 60_000);
afterAll(() => feed.close());

const call = () => Call.within(undefined, callerOf(org));

const page = async (order: 'oldest' | 'newest', cursor?: string, asked: object = {}) =>
  (await events.list({ limit, cursor, order, ...asked }, call())).json<{ next_cursor: string | null }>();

describePages({
  database: () => feed.database,
  limit,
  routes: {
    'GET /events': () => sixPages((cursor) => page('oldest', cursor)),
    'GET /events, newest first': () => sixPages((cursor) => page('newest', cursor)),
    'GET /events, about a document': () => sixPages((cursor) => page('oldest', cursor, { document: 'T-1' })),
    'GET /events, about a document, newest first': () =>
      sixPages((cursor) => page('newest', cursor, { document: 'T-1' })),
    'GET /events, before a moment': () => page('newest', undefined, { until: new Date().toISOString() }),
    'GET /events, the latest': () => events.list({ cursor: 'latest' }, call()),
    'GET /events/{id}': () => events.show({ id: ids[70] }, call()),
  },
});
