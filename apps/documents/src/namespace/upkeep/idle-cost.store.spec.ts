import { buffersOf, explained, nodesOf, statementsOf } from '@app/testing';
import type { PlanNode } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';

const isLong = process.env['LONG'] === '1';
const org = 'org_idle';
const [few, many] = isLong ? [1_000, 10_000] : [10, 100];
/** Pages that one statement looks at when nothing has changed: the way down an index or two, and no row of a table. */
const looked = 16;
/** Pages of a table that Postgres 18 reads whole because an index would cost more; at many namespaces no table is as small. */
const wholly = 6;
let harness: DocumentsHarness;
let made = 0;

/** Namespaces that were written on each of 31 days by 16 connections, as an installation has that is in use. */
async function haveNamespaces(count: number): Promise<void> {
  await harness.database.query(
    `insert into namespace (organization, name) select $1, 'i/' || n from generate_series($2::int + 1, $3) n`,
    [org, made, count],
  );
  const counters = `insert into namespace_counter (namespace_id, day, slot, documents, bytes, changes, to_measure)
    select n.id, d.day, s, 1, 100, 1, false from namespace n,
      (select '-infinity'::date as day union all select (app.now() at time zone 'UTC')::date - d from generate_series(0, 30) d) d,
      generate_series(0, 15) s
    where substr(n.name, 3)::int > $1 and substr(n.name, 3)::int <= $2`;
  const lags = `insert into lag_count (namespace_id, day, bucket, answers)
    select n.id, (app.now() at time zone 'UTC')::date - d, b, 1 from namespace n, generate_series(0, 2) d, generate_series(1, 10) b
    where substr(n.name, 3)::int > $1 and substr(n.name, 3)::int <= $2`;
  for (; made < count; made = Math.min(count, made + 500)) {
    for (const fill of [counters, lags]) await harness.database.query(fill, [made, Math.min(count, made + 500)]);
  }
  while (await harness.meter.turn());
}

/** What the turns of both workers send to the tables that grow with namespaces, with the plan of each. */
async function turnsOf(work: () => Promise<unknown>): Promise<{ text: string; plan: PlanNode }[]> {
  const sent = await statementsOf(work);
  const plans = [];
  for (const { text, values } of sent.filter(({ text }) => /namespace|counter|lag_count|metered/.test(text)))
    plans.push({ text, plan: await explained(harness.database, text, values) });
  return plans;
}

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

const idle = async (): Promise<void> => {
  expect(await harness.meter.turn()).toBe(false);
  expect(await harness.sweep.turn()).toBe(false);
};

it.each(['never', 'just'])(
  'with nothing to do the meter and the sweep look at as much beside many namespaces as beside few, when tables were %s analyzed [O-M2]',
  async (when) => {
    for (const count of [few, many]) {
      await haveNamespaces(count);
      if (when === 'just') await harness.database.query('vacuum analyze');
      const plans = await turnsOf(idle);
      expect(plans).toHaveLength(3);
      for (const { text, plan } of plans) {
        const read = nodesOf(plan).filter((node) => node['Relation Name'] && node['Actual Rows'] > 0);
        expect([text, read.map((node) => node['Node Type'])]).toEqual([text, []]);
        const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && buffersOf(node) > wholly);
        expect([text, scans]).toEqual([text, []]);
        expect(buffersOf(plan)).toBeLessThan(looked);
      }
    }
  },
  600_000,
);

it('one changed namespace is measured by its own counters [O-M2]', async () => {
  await harness.write(org, 'i/3', { upsert: [{ id: 'a' }] });
  const plans = await turnsOf(() => harness.meter.turn());
  const counters = plans.flatMap(({ plan }) =>
    nodesOf(plan).filter((node) => node['Relation Name'] === 'namespace_counter'),
  );
  const rows = counters.map((node) => node['Actual Rows'] * node['Actual Loops']);
  expect(Math.max(...rows)).toBeLessThanOrEqual(33 * 16);
});
