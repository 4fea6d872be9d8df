import { Call } from '@app/bus';
import { Effects, Vault } from '@app/persistence';
import { callerOf, describePages, movedClock, sixPages, testMasterKey } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { EndpointHandler } from './endpoint/endpoint.handler';
import { EndpointService } from './endpoint/endpoint.service';
import { RotationService } from './endpoint/rotation.service';
import { SecretService } from './endpoint/secret.service';
import { LogHandler } from './log/log.handler';
import { LogService } from './log/log.service';
import { maxScanned } from './log/log.store';
import { OpenStores } from './testing/open-stores';

const org = 'org_plans';
const limit = 20;
const many = 2 * maxScanned + 500;
let stores: OpenStores;
let endpoints: EndpointHandler;
let log: LogHandler;
/** An endpoint whose deliveries failed, save the newest and the oldest ones; one that many wait for. */
let [failing, paused] = ['', ''];

const delivery = `insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, status, attempted_at, due_at, created_at)
  select (app.now() at time zone 'UTC')::date, $1, 'evt_' || n, 'dlv_' || n, $2, 'job.completed', 'plans/t1'`;

/** @param idle one of the organization's endpoints that nothing is sent to */
async function fill(idle: string): Promise<void> {
  const { database } = stores;
  await database.query(
    `${delivery}, case when n <= 300 or n > ${many} - 300 then 'succeeded' when n = 400 then 'skipped' else 'failed' end,
       app.now(), null, app.now() - make_interval(secs => n) from generate_series(1, ${many}) n`,
    [failing, org],
  );
  await database.query(
    `${delivery}, 'pending', null, app.now(), app.now() - make_interval(secs => n) from generate_series(1, ${many}) n`,
    [paused, org],
  );
  await database.query(
    `insert into tally (endpoint_id, span, at, deliveries, succeeded, last_at)
     select e.id, span, date_trunc('hour', app.now(), 'UTC') - n * ('1 ' || span)::interval, 1, 1, app.now()
     from endpoint e, unnest(array['hour', 'minute']) span, generate_series(1, 26) n where e.id <> $1`,
    [idle],
  );
  for (const table of ['delivery', 'tally', 'endpoint', 'endpoint_turn'])
    await database.query(`vacuum analyze ${table}`);
}

beforeAll(async () => {
  stores = await OpenStores.open(org);
  const { database } = stores;
  await stores.partitions.makeAhead();
  const vault = new Vault(testMasterKey, 'webhooks');
  const secrets = new SecretService(vault, randomBytes);
  const effects = new Effects(database, vault);
  const service = new EndpointService(secrets, database, effects, movedClock);
  endpoints = new EndpointHandler(service, new RotationService(secrets, database, effects, movedClock));
  log = new LogHandler(new LogService(database));
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await stores.addEndpoint());
  [failing, paused] = ids;
  await fill(ids[29]);
}, 60_000);
afterAll(() => stores.close());

const call = () => Call.within(undefined, callerOf(org, { role: 'read_only' }));

describePages({
  database: () => stores.database,
  limit,
  // The figures of a day are those of 24 hours and of 60 minutes.
  rowsOf: { tally: 84 },
  routes: {
    'GET /webhook-endpoints': () => sixPages((cursor) => endpoints.list({ limit: 5, cursor }, call())),
    'GET /webhook-endpoints/{id}': () => endpoints.show({ id: failing }, call()),
    'GET /webhook-endpoints/{id}/deliveries': () =>
      sixPages((cursor) => log.list({ id: failing, limit, cursor }, call())),
    'GET /webhook-endpoints/{id}/stats': () => log.readHours({ id: failing, hours: limit }, call()),
  },
});

const list =
  (asked: object, id = () => failing) =>
  () =>
    log.list({ id: id(), limit, ...asked }, call());

describePages({
  database: () => stores.database,
  // What a page with a filter may look at, of which few pass.
  limit: maxScanned,
  routes: {
    'GET /webhook-endpoints/{id}/deliveries, of a rare status': list({ status: 'skipped' }),
    'GET /webhook-endpoints/{id}/deliveries, of few that succeeded': async () => {
      const { next_cursor: cursor } = await log.list({ id: failing, status: 'succeeded', limit: 400 }, call());
      await list({ status: 'succeeded', cursor })();
    },
    'GET /webhook-endpoints/{id}/deliveries, of none that waits': list({ status: 'pending' }),
    'GET /webhook-endpoints/{id}/deliveries, of many that wait': list({ status: 'pending' }, () => paused),
    'GET /webhook-endpoints/{id}/deliveries, of no type that was sent': list({ types: 'namespace.*' }),
    'GET /webhook-endpoints/{id}/deliveries, of another namespace': list({ namespace_prefix: 'plans/t2' }),
  },
});

it('a status that few have is found behind many others, page after page [WHK-24]', async () => {
  const found: string[] = [];
  let [cursor, pages]: [string | undefined, number] = [undefined, 0];
  do {
    const page = await log.list({ id: failing, status: 'succeeded', limit: 200, cursor }, call());
    found.push(...page.deliveries.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined && pages < 9);
  expect(found).toHaveLength(600);
  expect(new Set(found).size).toBe(600);
  expect((await log.list({ id: failing, status: 'skipped' }, call())).deliveries.map(({ id }) => id)).toEqual([
    'dlv_400',
  ]);
  const waiting = await log.list({ id: paused, status: 'pending', limit: 3 }, call());
  expect(waiting.deliveries.map(({ id }) => id)).toEqual(['dlv_1', 'dlv_2', 'dlv_3']);
});
