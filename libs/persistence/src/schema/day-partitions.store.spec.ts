import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { emptySchema } from '../schema/sql-schema';
import { Database } from '../database/database';
import { Tx } from '../database/queryable';
import { DayGone, DayPartitions } from './day-partitions';

const room = { service: 'billing' as const, settings: {}, sql: emptySchema };
const dayMs = 24 * 3600 * 1000;
const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);

/** Remembers what was left of the days that went. */
class Remembering extends DayPartitions {
  readonly gone: DayGone[] = [];
  protected override leave(_tx: Tx, gone: DayGone): Promise<void> {
    this.gone.push(gone);
    return Promise.resolve();
  }
}

let database: Database;
let days: Remembering;

beforeEach(async () => {
  await moveClock(0);
  database = await openFreshDatabase(room);
  for (const table of ['page', 'note'])
    await database.query(`create table ${table} (day date not null, text text) partition by range (day)`);
  days = new Remembering(database, { tables: ['page', 'note'], keptDays: 5 });
});
afterEach(async () => {
  await database.close();
  await moveClock(0);
});

async function partitions(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('page'::regclass, 'note'::regclass) order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('the days of partitioned tables', () => {
  it('are there today and tomorrow, once, also when several processes make them at the same time', async () => {
    const others = Array.from({ length: 4 }, () => new DayPartitions(database, { tables: ['page'], keptDays: 5 }));
    await Promise.all([days, ...others, days].map((one) => one.makeAhead()));
    const names = await partitions();
    expect(names).toHaveLength(4);
    await database.query(
      `insert into page select (app.now() at time zone 'utc')::date + n, 'x' from generate_series(0, 1) n`,
    );
    await expect(
      database.query(`insert into page select (app.now() at time zone 'utc')::date + 2, 'x'`),
    ).rejects.toThrow();
  });

  it('are made for a row of any day, and known only after the commit', async () => {
    const failed = database.transaction('spec', async (tx) => {
      await days.mustHave(tx, '2026-02-28');
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect(await partitions()).toEqual([]);
    await database.transaction('spec', async (tx) => {
      await days.mustHave(tx, '2026-02-28');
      await tx.query(`insert into page values ('2026-02-28', 'x')`);
    });
    expect(await partitions()).toEqual(['note_20260228', 'page_20260228']);
    await expect(database.transaction('spec', (tx) => days.mustHave(tx, "1'; drop"))).rejects.toThrow('is no day');
  });

  it('go oldest first when their time is over, and not a day before', async () => {
    await days.makeAhead();
    await moveClock(5 * dayMs);
    expect(await days.dropOldest()).toBe(false);
    await moveClock(6 * dayMs);
    expect([await days.dropOldest(), await days.dropOldest(), await days.dropOldest()]).toEqual([true, true, false]);
    expect(days.gone.map(({ table }) => table.slice(0, 4))).toEqual(['note', 'page']);
    const left = await partitions();
    expect(left).toHaveLength(2);
    expect(left.every((name) => name.endsWith(days.gone[0].keptFrom.replaceAll('-', '')))).toBe(true);
    await days.makeAhead();
    expect(await partitions()).toHaveLength(6);
  });

  it('stay when what is kept of them cannot be kept', async () => {
    await days.makeAhead();
    await moveClock(9 * dayMs);
    jest.spyOn(days as unknown as { leave(): Promise<void> }, 'leave').mockRejectedValueOnce(new Error('no'));
    await expect(days.dropOldest()).rejects.toThrow('no');
    expect(await partitions()).toHaveLength(4);
  });
});
