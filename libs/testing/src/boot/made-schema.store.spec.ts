import { SqlSchema } from '@app/persistence';
import { Client } from 'pg';
import { testEnvironment } from './environment';
import { setClock } from '../clock/clock';
import { MadeSchema } from './made-schema';
import { freshSchema } from './schema';

const sql: SqlSchema = {
  version: 1,
  compatibleFrom: 1,
  migrations: [
    {
      name: '0001-baseline',
      text: `create table thing (id bigint generated always as identity primary key, name text, size int default 1);
        create index thing_name on thing (name);
        create table part (thing_id bigint references thing);
        create table floor (value int not null, note text);
        insert into floor values (7, 'begins here');
        create sequence turn;
        select nextval('turn');`,
    },
  ],
  functions: [
    { name: 'one', text: 'create or replace function one() returns int language sql immutable return 1;' },
    {
      name: 'seen',
      text: `create or replace function seen() returns trigger language plpgsql as 'begin return new; end'`,
    },
  ],
};
const room = { service: 'billing', settings: {}, sql } as const;
let admin: Client;

const one = async (text: string): Promise<unknown> =>
  (await admin.query<unknown[]>({ text, rowMode: 'array' })).rows[0][0];
/** Another one once the schema has been dropped. */
const identity = () => one(`select 'billing.thing'::regclass::oid`);

beforeAll(async () => {
  admin = new Client({ connectionString: testEnvironment().adminUrl });
  await admin.connect();
});
beforeEach(() => freshSchema(room));
afterAll(() => admin.end());

it('empties the tables that a file filled, with what Postgres knows of them, and puts back what migrations wrote', async () => {
  const before = await identity();
  await admin.query(`insert into billing.thing (name) select 'n' || i from generate_series(1, 100) i;
    insert into billing.part select id from billing.thing; analyze billing.thing; select pg_stat_force_next_flush();
    update billing.floor set value = 8; delete from billing.schema_function; select nextval('billing.turn')`);
  await freshSchema(room);
  expect(await identity()).toBe(before);
  expect(await one('select count(*)::int from billing.thing, billing.part')).toBe(0);
  expect(await one('select json_agg(f) from billing.floor f')).toEqual([{ value: 7, note: 'begins here' }]);
  expect(await one('select array_agg(name order by name) from billing.schema_function')).toEqual(['one', 'seen']);
  expect(await one(`select nextval('billing.turn')::int`)).toBe(2);
  expect(await one(`insert into billing.thing (name) values ('a') returning id::int`)).toBe(1);
  const [{ reltuples, changed, columns }] = (
    await admin.query(`select reltuples, pg_stat_get_mod_since_analyze(oid)::int as changed,
      (select count(*)::int from pg_statistic where starelid = c.oid) as columns from pg_class c where oid = ${before}`)
  ).rows as Record<string, number>[];
  expect([reltuples, changed, columns]).toEqual([-1, 0, 0]);
});

it.each([
  'create table billing.more (a int)',
  'create view billing.seen_thing as select * from billing.thing',
  'alter table billing.thing add column colour text',
  'alter table billing.thing alter column size set default 2',
  'alter table billing.thing alter column name set not null',
  'alter table billing.thing alter column name set statistics 10',
  'alter table billing.thing set (fillfactor = 50)',
  'alter table billing.thing set (toast.autovacuum_enabled = off)',
  'alter table billing.thing rename to other; alter table billing.other rename to thing',
  'alter table billing.thing add check (size > 0)',
  'alter table billing.thing enable row level security',
  'alter table billing.thing owner to current_user',
  'alter sequence billing.turn increment by 2',
  'drop index billing.thing_name',
  'drop index billing.thing_name; create index thing_name on billing.thing (name)',
  'create trigger seen before insert on billing.thing for each row execute function billing.seen()',
  'create or replace function billing.one() returns int language sql immutable return 2',
  'create or replace function billing.two() returns int language sql immutable return 2',
  "create type billing.colour as enum ('red')",
  'create statistics billing.both on name, size from billing.thing',
  'create operator billing.=== (leftarg = int, rightarg = int, function = int4eq)',
  `comment on column billing.thing.name is 'what it is called'`,
  'grant select on billing.thing to svc_gateway',
  'grant usage on schema billing to svc_gateway',
  'revoke all on schema billing from svc_billing',
  'alter default privileges in schema billing grant select on tables to svc_gateway',
])('is not restored after: %s', async (text) => {
  const made = await MadeSchema.note(admin, 'billing');
  await admin.query(`begin; ${text}`);
  expect(await made.restore(admin)).toBe(false);
  await admin.query('rollback');
  expect(await made.restore(admin)).toBe(true);
});

it('is not restored on another day of the clock, by which migrations write rows', async () => {
  const { adminUrl } = testEnvironment();
  const made = await MadeSchema.note(admin, 'billing');
  await setClock(adminUrl, 24 * 3_600_000);
  expect(await made.restore(admin)).toBe(false);
  await setClock(adminUrl, 0);
});

it('is dropped and migrated where more than rows has changed, and for a build with other migrations', async () => {
  const before = await identity();
  await admin.query('drop index billing.thing_name');
  await freshSchema(room);
  const mended = await identity();
  expect(mended).not.toBe(before);
  expect(await one(`select to_regclass('billing.thing_name') is null`)).toBe(false);
  await freshSchema({ ...room, sql: { ...sql } });
  expect(await identity()).not.toBe(mended);
});
