import { eventually, freshSchema, testEnvironment } from '@app/testing';
import { Client } from 'pg';
import { Database } from '../database/database';
import { assertSchemaKnown } from './assert-schema-known';
import { migrate } from './migrate';
import { SqlSchema, emptySchema } from './sql-schema';

const schema = 'billing';
const answers = (number: number) => ({
  name: 'answer_of',
  text: `create or replace function answer_of() returns int language sql as 'select ${number}'`,
});
const things = { name: '0001-many-things', text: 'create table thing (name text primary key)' };
const first: SqlSchema = { version: 3, compatibleFrom: 2, migrations: [things], functions: [answers(1)] };
const second: SqlSchema = {
  version: 4,
  compatibleFrom: 3,
  migrations: [things, { name: '0002-colours', text: 'alter table thing add column colour text' }],
  functions: [answers(2)],
};
const { urls } = testEnvironment();
const bring = (sql: SqlSchema) => migrate({ url: urls.billing, schema, sql });
let database: Database;

beforeEach(async () => {
  await freshSchema({ service: 'billing', settings: {}, sql: emptySchema });
  const client = new Client({ connectionString: urls.billing });
  await client.connect();
  await client.query(`delete from ${schema}.schema_version`);
  await client.end();
  database = await Database.open({ url: urls.billing, schema, poolSize: 3 });
});
afterEach(() => database.close());

const answer = async () => (await database.query<{ answer: number }>('select answer_of() as answer')).rows[0].answer;

describe('a schema', () => {
  it('runs each migration once and applies functions again when their text changed', async () => {
    expect(await bring(first)).toEqual(['ManyThings1790000000001', 'answer_of']);
    expect(await bring(first)).toEqual([]);
    expect(await answer()).toBe(1);
    expect(await bring(second)).toEqual(['Colours1790000000002', 'answer_of']);
    expect(await answer()).toBe(2);
    await database.query(`insert into thing (name, colour) values ('sky', 'blue')`);
  });

  it('keeps the newest text of a function when the job of an older build runs again', async () => {
    await bring(second);
    expect(await bring(first)).toEqual([]);
    expect(await answer()).toBe(2);
  });

  it('is refused by a build that it is too old or too new for, and taken by one that it says is compatible [defect S-M7]', async () => {
    await expect(assertSchemaKnown(database, first)).rejects.toThrow('waits for migrations');
    await bring(first);
    await assertSchemaKnown(database, first);
    await expect(assertSchemaKnown(database, second)).rejects.toThrow('waits for migrations');
    await bring(second);
    await assertSchemaKnown(database, first);
    await expect(assertSchemaKnown(database, { ...first, version: 2 })).rejects.toThrow('start a newer build');
  });

  it('is migrated by one job at a time, and waits for a lock without keeping others behind it', async () => {
    await bring(first);
    const holder = new Client({ connectionString: urls.billing });
    await holder.connect();
    await holder.query(`begin; lock table ${schema}.thing in access share mode`);
    const both = Promise.all([bring(second), bring(second)]);
    // The migration gives way after its lock time-out; a reader that came behind it then goes on.
    await database.query('select from thing');
    await holder.query('commit');
    await holder.end();
    expect((await both).flat().sort()).toEqual(['Colours1790000000002', 'answer_of']);
    expect(await answer()).toBe(2);
  });

  it('is migrated although a transaction of the service locks two tables in another order [defect S-M7]', async () => {
    const others = { name: '0002-others', text: 'create table other (name text primary key)' };
    const text = `set local lock_timeout = 0;
      alter table thing add column size int;
      select pg_advisory_xact_lock(4711);
      alter table other add column size int`;
    await bring({ ...first, migrations: [things, others] });
    const [gate, holder] = [0, 1].map(() => new Client({ connectionString: urls.billing }));
    await gate.connect();
    await holder.connect();
    await gate.query('select pg_advisory_lock(4711)');
    await holder.query(`begin; insert into ${schema}.other values ('before')`);
    const brought = bring({ ...first, migrations: [things, others, { name: '0003-two-tables', text }] });
    const locks = async (which: string) =>
      (await database.query(`select from pg_locks where relation = 'thing'::regclass and ${which}`)).rows.length;
    await eventually(async () => expect(await locks(`granted and mode = 'AccessExclusiveLock'`)).toBe(1));
    const written = holder.query(`insert into ${schema}.thing values ('before')`);
    // Who waits looks for a deadlock once, after a second: the migration, which waits later, is the one that finds it and is ended.
    await eventually(async () => {
      expect(await locks(`not granted and clock_timestamp() - waitstart > interval '2 seconds'`)).toBe(1);
    });
    await gate.query('select pg_advisory_unlock(4711)');
    await written;
    await holder.query('commit');
    await Promise.all([gate.end(), holder.end()]);
    expect(await brought).toEqual(['TwoTables1790000000003']);
    await database.query('select t.size, o.size from thing t, other o');
  });

  it('leaves nothing of a migration that fails, and says which statement', async () => {
    await bring(first);
    const broken = { name: '0002-broken', text: 'alter table thing add column size int; select from nowhere' };
    await expect(bring({ ...second, migrations: [things, broken] })).rejects.toThrow('nowhere');
    await expect(database.query('select size from thing')).rejects.toMatchObject({ code: '42703' });
    await assertSchemaKnown(database, first);
  });

  it('is taken over from the migrations that a baseline replaced only where it had them: a fresh one that was cut off is not [defect S-M7]', async () => {
    const baseline = { name: '0001-baseline', text: 'create table thing (name text primary key)' };
    const adopting: SqlSchema = { ...first, migrations: [baseline], adopted: ['0001-many-things', '0002-colours'] };
    const broken = { ...baseline, text: 'select from nowhere' };
    await expect(bring({ ...adopting, migrations: [broken] })).rejects.toThrow('nowhere');
    expect(await bring(adopting)).toContain('Baseline1790000000001');
    expect(await bring(adopting)).toEqual([]);
  });

  it('gives a migration all its time, but gives way when it cannot have a lock soon [defect S-M7]', async () => {
    const text = `create table given as select name, setting from pg_settings where name ~ '^(statement|lock)_timeout$'`;
    await bring({ ...first, migrations: [things, { name: '0002-given', text }] });
    const { rows } = await database.query<{ name: string; setting: string }>('select * from given order by name');
    expect(rows).toEqual([
      { name: 'lock_timeout', setting: '5000' },
      { name: 'statement_timeout', setting: '0' },
    ]);
  });

  describe('with an index that is built beside writers', () => {
    const text = '-- Concurrently: many things.\ncreate index concurrently if not exists thing_named on thing (name);';
    const third: SqlSchema = { ...first, version: 5, migrations: [things, { name: '0002-named', text }] };
    const valid = async () => {
      const { rows } = await database.query<{ valid: boolean }>(
        `select indisvalid as valid from pg_index where indexrelid = to_regclass('thing_named')`,
      );
      return rows.map((row) => row.valid);
    };

    it('lets others write while it waits for an older transaction [defect S-M7]', async () => {
      await bring(first);
      const older = new Client({ connectionString: urls.billing });
      await older.connect();
      await older.query(`begin; insert into ${schema}.thing values ('before')`);
      const brought = bring(third);
      await eventually(async () => expect(await valid()).toEqual([false]));
      await database.query(`insert into thing values ('meanwhile')`);
      await older.query('commit');
      await older.end();
      expect(await brought).toEqual(['Named1790000000002']);
      expect(await valid()).toEqual([true]);
      expect(await bring(third)).toEqual([]);
    });

    it('waits for no other job that waits for its turn [defect S-M7]', async () => {
      await bring(first);
      const jobs = await Promise.all([bring(third), bring(third), bring(third)]);
      expect(jobs.flat()).toEqual(['Named1790000000002']);
      expect(await valid()).toEqual([true]);
    });

    it('is built whole after a try that was cut off [defect S-M7]', async () => {
      await bring(first);
      await database.query('alter table thing drop constraint thing_pkey');
      await database.query(`insert into thing values ('twice'), ('twice')`);
      await expect(database.query('create unique index concurrently thing_named on thing (name)')).rejects.toThrow();
      expect(await valid()).toEqual([false]);
      await bring(third);
      expect(await valid()).toEqual([true]);
    });
  });
});
