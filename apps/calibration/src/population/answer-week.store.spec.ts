import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { calibrationSchema } from '../app.schema';
import { keepAnswerWeek, listAnswerWeeks } from './answer-week.store';

const key = { organization: 'org_weeks', judgment_id: 'jdg_1', namespace: 'n', version: 1 };
const weekMs = 7 * 86_400_000;
const sunday = Date.parse('2026-11-22T23:59:59.000Z');
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema);
});
afterAll(() => database.close());

const keep = (atMs: number, counts: number[], others: Partial<typeof key> = {}) =>
  keepAnswerWeek(
    database,
    { ...key, ...others },
    { engine_version: 'e', counted_at: new Date(atMs), sampled: false, counts },
  );
const weeks = async (others: Partial<typeof key> = {}) =>
  (await listAnswerWeeks(database, { ...key, ...others })).map(({ week, counts }) => [week, counts]);

describe('counts of answers by week', () => {
  it('are the last ones of each week, which begins on Monday at midnight UTC [ST-F1]', async () => {
    await keep(sunday, [1, 2]);
    await keep(sunday + 1_000, [3, 4]);
    await keep(sunday + 86_400_000, [5, 6]);
    // Late, such as of a read that waited: the newer counts stay.
    await keep(sunday + 2_000, [7, 8]);
    expect(await weeks()).toEqual([
      ['2026-11-16', [1, 2]],
      ['2026-11-23', [5, 6]],
    ]);
    expect(await weeks({ version: 2 })).toEqual([]);
    await keep(sunday + 3 * 86_400_000, [9], { version: 2 });
    expect(await weeks()).toEqual([['2026-11-16', [1, 2]]]);
  });

  it('are at most 53 of a namespace, and none of one that is being erased [ST-F1]', async () => {
    const own = { namespace: 'many' };
    for (let week = 0; week < 60; week += 1) await keep(sunday + week * weekMs, [week], own);
    const kept = await weeks(own);
    expect(kept).toHaveLength(53);
    expect(kept[0][1]).toEqual([7]);
    await database.query(
      `insert into namespace_erasure (organization, namespace, revision, erasing) values ('org_weeks', 'gone', 1, true)`,
    );
    await keep(sunday, [1], { namespace: 'gone' });
    expect(await weeks({ namespace: 'gone' })).toEqual([]);
  });
});
