import { Database } from '@app/persistence';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { countLags } from '../statistic/lag';
import { readFiguresByDay } from '../statistic/daily.store';
import { allNamespaces, readStatisticsOfPlaces } from '../statistic/statistic.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { readPlacedJudgments } from './placed.store';

const organization = 'org_placed';
let db: Database;
let namespaceId: string;

async function judgment(id: string, scope: string, name: string, more: { archived?: boolean; of?: string } = {}) {
  await db.query(
    `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision, archived)
     values ($1, $2, $3, $4, 1, 1, '{}', '{}', 1, $5)`,
    [id, more.of ?? organization, scope, name, more.archived ?? false],
  );
  await db.query(
    `insert into judgment_version (judgment_id, version, definition, hash, render_format)
     values ($1, 1, '{"type":"bool","question":"Well?"}', 'h', 1)`,
    [id],
  );
}
async function count(id: string, judgmentId: string, daysAgo: number, slot: number, lagsMs: number[]) {
  await db.query(
    `insert into statistic (namespace_id, judgment_id, day, slot, evaluations, failures, truncated, tokens, units, spend_usd, lags)
     values ($1, $2, (app.now() at time zone 'utc')::date - $3::int, $4, $5, 1, 0, 100, 1, 0.25, $6)`,
    [id, judgmentId, daysAgo, slot, lagsMs.length, countLags(lagsMs)],
  );
}

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaceId = await new NamespaceStore(db).readIdOf({ organization, namespace: 'a/t1' });
  await judgment('jdg_own', 'a/t1', 'late');
  await judgment('jdg_template', 'a/*', 'late');
  await judgment('jdg_gone', 'a/t1', 'gone', { archived: true });
  await judgment('jdg_beside', 'b', 'late');
  await judgment('jdg_other', 'a/t1', 'late', { of: 'org_other' });
  await count(namespaceId, 'jdg_own', 0, 0, [100, 100, 100]);
  await count(namespaceId, 'jdg_own', 0, 7, [100, 9_000]);
  await count(namespaceId, 'jdg_own', 2, 0, [50]);
  await count(namespaceId, 'jdg_own', 3, 0, [50]);
  await count(allNamespaces, 'jdg_template', 0, 0, [100]);
}, 60_000);
afterAll(() => db.close());

const placed = async (within: string, after: [string, string] | null = null) =>
  (await readPlacedJudgments(db, organization, within, after, 10)).map(({ id }) => id);

describe('judgments of many namespaces', () => {
  it('are listed where they are defined, within a scope, in pages [DASH-06] [AUTH-04]', async () => {
    expect(await placed('*')).toEqual(['jdg_template', 'jdg_own', 'jdg_beside']);
    expect(await placed('a/*')).toEqual(['jdg_template', 'jdg_own']);
    expect(await placed('b')).toEqual(['jdg_beside']);
    expect(await placed('a/t2')).toEqual([]);
    expect(await placed('b*')).toEqual(['jdg_beside']);
    expect(await placed('a/t1*')).toEqual(['jdg_own']);
    expect(await placed('a/*', ['a/*', 'late'])).toEqual(['jdg_own']);
    expect(await placed('*', ['a/*', 'late'])).toEqual(['jdg_own', 'jdg_beside']);
  });

  it('come with the figures of today, of a template over all its namespaces [DASH-06]', async () => {
    const rows = await readPlacedJudgments(db, organization, '*', null, 10);
    const places = rows.map((row) => ({ namespaceId: row.namespace_id, judgmentId: row.id }));
    const [template, own, beside] = await readStatisticsOfPlaces(db, places);
    expect(template).toMatchObject({ evaluations: 1, spend_usd: 0.25 });
    expect(own).toMatchObject({ evaluations: 5, spend_usd: 0.5, tokens_per_document: 40 });
    expect(beside).toMatchObject({ evaluations: 0, spend_usd: 0, error_rate: 0 });
    expect(await readStatisticsOfPlaces(db, [])).toEqual([]);
    const before = await readStatisticsOfPlaces(db, places, 2);
    expect(before.map(({ evaluations }) => evaluations)).toEqual([0, 1, 0]);
    expect(Date.parse(own.day) - Date.parse(before[1].day)).toBe(2 * 86_400_000);
  });
});

it('has the figures of each day without gaps, today last [DASH-06]', async () => {
  const days = await readFiguresByDay(db, namespaceId, 'jdg_own', 3);
  expect(days.map(({ evaluations }) => evaluations)).toEqual([1, 0, 5]);
  expect(days[1]).toMatchObject({ failures: 0, tokens: 0, spend_usd: 0, freshness_lag_p50_ms: 0 });
  expect(days[2]).toMatchObject({ failures: 2, tokens: 200, spend_usd: 0.5 });
  expect(days[2].freshness_lag_p50_ms).toBeLessThan(130);
  expect(days[2].freshness_lag_p90_ms).toBeGreaterThan(6_000);
  const gap = Date.parse(days[2].day) - Date.parse(days[0].day);
  expect(gap).toBe(2 * 86_400_000);
});
