import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';

const slots = 16;
const namespaces = 150;
const rows = slots * namespaces;
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
  await harness.database.query(
    `insert into namespace (organization, name) select 'org_old', 'o/' || n from generate_series(1, ${namespaces}) n`,
  );
}, 60_000);
afterAll(() => harness.close());

/** Counters and lags of a day that is over for long. */
async function haveOldDay(): Promise<void> {
  await harness.database.query(
    `insert into namespace_counter (namespace_id, day, slot, documents, bytes, changes, to_measure)
     select id, (app.now() at time zone 'UTC')::date - 40, s, 1, 100, 2, false from namespace, generate_series(0, ${slots - 1}) s`,
  );
  await harness.database.query(
    `insert into lag_count (namespace_id, day, bucket, answers)
     select id, (app.now() at time zone 'UTC')::date - 40, b, 1 from namespace, generate_series(1, ${slots}) b`,
  );
}

/** What counters hold, and how many rows of days and of sums they have. */
async function held() {
  const { rows: found } = await harness.database.query<Record<string, number>>(
    `select sum(documents)::int as documents, sum(bytes)::int as bytes, sum(changes)::int as changes,
       count(*) filter (where day > '-infinity')::int as days, count(*) filter (where day = '-infinity')::int as sums,
       count(*) filter (where to_measure)::int as marked, (select count(*)::int from lag_count) as lags
     from namespace_counter`,
  );
  return found[0];
}

const sums = { documents: rows, bytes: 100 * rows, changes: 2 * rows };

it('an old day is summed up page by page, and what namespaces hold stays as it was [O-M2]', async () => {
  await haveOldDay();
  expect(await harness.sweep.turn()).toBe(true);
  expect(await held()).toMatchObject({ ...sums, days: rows - 2_000, sums: 2_000, lags: rows - 2_000, marked: 0 });
  expect(await harness.another().sweep.turn()).toBe(false);
  while (await harness.sweep.turn());
  expect(await held()).toMatchObject({ ...sums, days: 0, sums: rows, lags: 0, marked: 0 });
});

it('a page that does not end in a second is followed by one of a tenth of its rows [O-M2]', async () => {
  await haveOldDay();
  await harness.database.withConnection('spec', async (holder) => {
    await holder.query('begin');
    await holder.query(`select from namespace_counter where day = '-infinity' for update`);
    expect(await harness.sweep.turn()).toBe(true);
    await holder.query('rollback');
  });
  expect(await held()).toMatchObject({ days: rows, sums: rows });
  await harness.sweep.turn();
  expect(await held()).toMatchObject({ days: rows - 400 });
  while (await harness.sweep.turn());
  const twice = { documents: 2 * rows, bytes: 200 * rows, changes: 4 * rows };
  expect(await held()).toMatchObject({ ...twice, days: 0, sums: rows, lags: 0, marked: 0 });
});

it('a mark of an old counter goes to the sum, so that its namespace is measured [O-M2]', async () => {
  await haveOldDay();
  await harness.database.query(
    `update namespace_counter set to_measure = true
     where slot = 3 and day > '-infinity' and namespace_id = (select min(id) from namespace)`,
  );
  while (await harness.sweep.turn());
  expect(await held()).toMatchObject({ days: 0, marked: 1 });
});
