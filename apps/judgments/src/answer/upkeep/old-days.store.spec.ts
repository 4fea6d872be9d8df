import { createLogger } from '@app/observability';
import { Database, Effects, Vault } from '@app/persistence';
import { openFreshDatabase, setClock, testEnvironment, testMasterKey } from '@app/testing';
import { judgmentsSchema } from '../../app.schema';
import { readFiguresByDay } from '../../judgment/statistic/daily.store';
import { keptDays } from './old-days.store';
import { UpkeepService } from './upkeep.service';

const dayMs = 86_400_000;
/** As many as the API shows. */
const shownDays = 92;
let db: Database;

beforeAll(async () => {
  db = await openFreshDatabase(judgmentsSchema, 6);
});
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await db.close();
});

const upkeep = () =>
  new UpkeepService(
    db,
    new Effects(db, new Vault(testMasterKey)),
    createLogger({ service: 'judgments', replica: 'spec', level: 'fatal' }),
  );
const daysAgo = async () => {
  const { rows } = await db.query<{ ago: number }>(
    `select distinct (app.now() at time zone 'utc')::date - day as ago from statistic order by 1 desc`,
  );
  return rows.map(({ ago }) => ago);
};

it('keeps the days that the API shows, and deletes older ones by pages, also by two processes at once [O-M1]', async () => {
  await db.query(
    `insert into statistic (namespace_id, judgment_id, day, slot, evaluations, failures, truncated, tokens, units, spend_usd, lags)
     select 1, 'jdg_' || j, (app.now() at time zone 'utc')::date - n, s, 1, 0, 0, 10, 1, 0.001, '{}'
     from generate_series(0, ${keptDays + 40}) n, generate_series(1, 40) j, generate_series(0, 1) s`,
  );
  const shown = await readFiguresByDay(db, '1', 'jdg_1', shownDays);
  await Promise.all([upkeep(), upkeep()].map((one) => one.sweep()));
  expect((await daysAgo())[0]).toBe(keptDays);
  expect(await daysAgo()).toHaveLength(keptDays + 1);
  expect(await readFiguresByDay(db, '1', 'jdg_1', shownDays)).toEqual(shown);
  // The clock alone decides.
  await setClock(testEnvironment().adminUrl, 14 * 31 * dayMs);
  await upkeep().sweep();
  expect(await daysAgo()).toEqual([]);
});

it('an index leads to old days, so that a look with nothing to delete reads a few pages [O-M1]', async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await db.query(
    `insert into statistic (namespace_id, judgment_id, day, slot, evaluations, failures, truncated, tokens, units, spend_usd, lags)
     select n, 'jdg', (app.now() at time zone 'utc')::date, 0, 1, 0, 0, 10, 1, 0.001, array_fill(1, array[98])
     from generate_series(1, 3000) n`,
  );
  await db.query('analyze statistic');
  const { rows } = await db.query<{
    'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
  }>(
    `explain (analyze, buffers, format json)
     select ctid from statistic where day < (app.now() at time zone 'utc')::date - ${keptDays} order by day limit 2000`,
  );
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0].Plan;
  expect(hit + read).toBeLessThan(10);
});
