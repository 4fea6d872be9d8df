import { freshSchema, testEnvironment } from '@app/testing';
import { Client } from 'pg';
import { Database } from '../database/database';
import { assertSchemaKnown, migrate } from './migrate';
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

  it('leaves nothing of a migration that fails, and says which statement', async () => {
    await bring(first);
    const broken = { name: '0002-broken', text: 'alter table thing add column size int; select from nowhere' };
    await expect(bring({ ...second, migrations: [things, broken] })).rejects.toThrow('nowhere');
    await expect(database.query('select size from thing')).rejects.toMatchObject({ code: '42703' });
    await assertSchemaKnown(database, first);
  });
});
