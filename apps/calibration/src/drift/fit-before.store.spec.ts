import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { calibrationSchema } from '../app.schema';
import { findFitBefore } from './fit-before.store';

const organization = 'org_before';
const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-27T00:00:00.000Z');
const key = { organization, judgment_id: 'jdg_1', scope: '', version: 1, engine_version: 'e' };
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema);
});
afterAll(() => database.close());

interface Made {
  daysAgo: number;
  scope?: string;
  version?: number;
  epoch?: string;
  outcomes?: object;
  /** By which its figures were counted; a report of before has none. */
  rule?: number;
}

async function make(
  id: string,
  { daysAgo, scope = '', version = 1, epoch = 'e', outcomes, rule = 2 }: Made,
): Promise<void> {
  const report = { ...(rule === 1 ? {} : { rule }), held_out: { calibrated: { log_loss: 0.4 } } };
  await database.query(
    `insert into fit (id, organization, judgment_id, scope, version, engine_version, read_with, stored, outcomes, labels, labels_seen,
       labels_changed_at, floor, report, made_at)
     values ($1, $2, 'jdg_1', $3, $4, $5, 'raw', '{"type": "bool"}', $6, '{"count": 60}', 60, app.now(), 0.005, $7, $8)`,
    [
      id,
      organization,
      scope,
      version,
      epoch,
      outcomes ? JSON.stringify(outcomes) : null,
      JSON.stringify(report),
      new Date(nowMs - daysAgo * dayMs),
    ],
  );
}

const find = (others: Partial<typeof key> = {}, isWhole = true) =>
  findFitBefore(database, { ...key, ...others }, { nowMs, isWhole });

describe('the fit that reads the last 30 days', () => {
  it('is the last one of the version and epoch that was made at or before their start [ST-F1]', async () => {
    expect(await find()).toBeNull();
    await make('fit_late', { daysAgo: 29.9 });
    expect(await find()).toBeNull();
    await make('fit_old', { daysAgo: 90 });
    await make('fit_start', { daysAgo: 30 });
    await make('fit_new', { daysAgo: 1 });
    await make('fit_other_version', { daysAgo: 31, version: 2 });
    await make('fit_other_epoch', { daysAgo: 31, epoch: 'f' });
    const madeAt = new Date(nowMs - 30 * dayMs);
    expect(await find()).toEqual({
      id: 'fit_start',
      madeAt,
      stored: { type: 'bool' },
      labels: 60,
      floor: 0.005,
      promised: 0.4,
    });
    expect(await find({ version: 2 })).toMatchObject({ id: 'fit_other_version' });
    expect(await find({ engine_version: 'f' })).toMatchObject({ id: 'fit_other_epoch' });
  });

  it("is of a detached copy its own, else its template's, which promised nothing of the labels of the copy [ST-F1]", async () => {
    expect(await find({ scope: 'n' })).toMatchObject({ id: 'fit_start', promised: null });
    await make('fit_own', { daysAgo: 45, scope: 'n' });
    expect(await find({ scope: 'n' })).toMatchObject({ id: 'fit_own', promised: 0.4 });
    expect(await find()).toMatchObject({ id: 'fit_start' });
  });

  it('promised nothing of a part of its labels, and nothing of all where it was made of a part [ST-F1]', async () => {
    expect(await find({}, false)).toMatchObject({ id: 'fit_start', promised: null });
    await make('fit_filtered', { daysAgo: 30, outcomes: { sources: ['posted'] } });
    expect(await find()).toMatchObject({ id: 'fit_filtered', promised: null });
  });

  it('promised nothing by the rule of now where its figures were counted by another one [ST-F2]', async () => {
    await make('fit_of_rule_1', { daysAgo: 30, rule: 1 });
    expect(await find()).toMatchObject({ id: 'fit_of_rule_1', promised: null });
    await make('fit_of_rule_2', { daysAgo: 30 });
    expect(await find()).toMatchObject({ id: 'fit_of_rule_2', promised: 0.4 });
  });

  it('costs as much after a year of nights as after one [ST-F1]', async () => {
    await database.query(
      `insert into fit select 'many_' || n || '_' || o, o, judgment_id, scope, version, engine_version, nextval('fit_revision'), read_with, stored,
         outcomes, labels, labels_seen, labels_changed_at, floor, report, $1::timestamptz - n * interval '1 day'
       from fit, generate_series(365, 0, -1) n, unnest(array['org_year', 'org_years']) o where id = 'fit_old'`,
      [new Date(nowMs)],
    );
    await database.query('vacuum analyze fit');
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) select made_at from fit where organization = 'org_year' and judgment_id = 'jdg_1'
         and scope = '' and version = 1 and engine_version = 'e' and made_at <= '${new Date(nowMs - 30 * dayMs).toISOString()}'
       order by revision desc limit 1`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using fit_(in_force|history)/);
    expect(plan).toMatch(/Rows Removed by Filter: 30/);
    expect(await find({ organization: 'org_year' })).toMatchObject({ id: 'many_30_org_year' });
  });
});
