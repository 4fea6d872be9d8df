import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeFolder } from '../../../plain/cluster.cjs';
import { postgresAccount } from '../account';
import { databaseUrl, preparationSql, prepareDatabase, type ServiceAccount } from './database';
import { startGuard } from '../process/guard';
import { findFreePort } from '../process/port';
import { postgresServer, startPostgres } from './postgres';
import { fetchPostgres, packagedPostgres } from './postgres-package';

interface Server {
  /** Address of its superuser. */
  url: string;
  stop(): Promise<void>;
}

const database = 'judge_managed';
const master = 'managed_master';
const accountsOf = (password: string): ServiceAccount[] =>
  ['one', 'two'].map((schema) => ({ schema, role: `managed_${schema}`, password }));
const roles = [...accountsOf('').map(({ role }) => role), master, 'managed_foreign'];

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<T>(text);
    return result.rows;
  } finally {
    await client.end();
  }
}

async function ofTheTests(): Promise<Server> {
  return { url: process.env['TEST_DATABASE_URL'] ?? '', stop: () => Promise.resolve() };
}

/** The Postgres that `npm start` fetches for a machine that has none. */
async function ofThePackage(): Promise<Server> {
  const folder = makeFolder(mkdtempSync(join(tmpdir(), 'judgment-test-')));
  const guard = startGuard(folder, true);
  const account = postgresAccount();
  const copyTo = () => folder;
  const program = packagedPostgres(account, copyTo) ?? (await fetchPostgres(account, copyTo, () => undefined));
  const control = await startPostgres(program, folder, await findFreePort(), 'spec', account);
  const server = postgresServer(control);
  return {
    url: control.adminUrl,
    async stop() {
      await server.stop();
      await guard.release();
    },
  };
}

async function forget(url: string): Promise<void> {
  await query(url, `drop database if exists ${database} with (force)`);
  for (const role of roles) await query(url, `drop role if exists ${role}`);
}

/** All that concerns roles and databases other than those of set-up. */
const othersSql = `
select 'role' as kind, rolname::text as name, to_jsonb(r) - 'oid' as body from pg_roles r where rolname not like 'managed\\_%'
union all
select 'database', datname, to_jsonb(array[datacl::text, datconnlimit::text, pg_get_userbyid(datdba)]) from pg_database where datname <> '${database}'
union all
select 'connects', datname, to_jsonb(has_database_privilege('managed_foreign', oid, 'connect')) from pg_database where datname <> '${database}'
union all
select 'foreign', rolname, to_jsonb(r) - 'oid' from pg_roles r where rolname = 'managed_foreign'
union all
select 'membership', pg_get_userbyid(roleid), to_jsonb(pg_get_userbyid(member)) from pg_auth_members
  where pg_get_userbyid(roleid) not in ('managed_one', 'managed_two')
union all
select 'setting', pg_get_userbyid(setrole), to_jsonb(setconfig) from pg_db_role_setting where pg_get_userbyid(setrole) not in ('managed_one', 'managed_two')
order by 1, 2, 3`;

describe.each([
  ['of the tests', ofTheTests],
  ['of the package', ofThePackage],
])('an administrator with CREATEROLE and CREATEDB alone, on the Postgres %s,', (_, open) => {
  let server: Server;
  let admin: string;
  const loginAs = (role: string, password: string, at = 'postgres') =>
    databaseUrl(server.url, { schema: '', role, password }, at);
  const asService = (at: number, password: string) => databaseUrl(server.url, accountsOf(password)[at], database);

  beforeAll(async () => {
    server = await open();
    admin = loginAs(master, 'm');
  }, 600_000);
  afterAll(() => server.stop());
  beforeEach(() =>
    query(
      server.url,
      `create role ${master} login createdb createrole password 'm'; create role managed_foreign login password 'f'`,
    ),
  );
  afterEach(() => forget(server.url));

  it('prepares any number of times; each time roles get the passwords that it was given [O-H1]', async () => {
    for (const password of ['first', 'first', 'second']) await prepareDatabase(admin, accountsOf(password), database);
    for (const at of [0, 1]) {
      const shown = await query(
        asService(at, 'second'),
        'select current_schema() as name, app.now() is not null as has',
      );
      expect(shown).toEqual([{ name: ['one', 'two'][at], has: true }]);
    }
    await query(asService(0, 'second'), 'create table mine ()');
    await expect(query(asService(1, 'second'), 'select from one.mine')).rejects.toThrow(
      'permission denied for schema one',
    );
    await expect(query(asService(0, 'first'), 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('changes no rights of other roles and databases [O-H2]', async () => {
    const before = await query(server.url, othersSql);
    await prepareDatabase(admin, accountsOf('p'), database);
    await prepareDatabase(admin, accountsOf('p'), database);
    expect(await query(server.url, othersSql)).toEqual(before);
    expect(await query(loginAs('managed_foreign', 'f'), 'select 1 as n')).toEqual([{ n: 1 }]);
    await expect(query(loginAs('managed_foreign', 'f', database), 'select 1')).rejects.toThrow('permission denied');
  });

  it('prepares by the printed statements, in a database of its own', async () => {
    await query(admin, `create database ${database}`);
    await query(databaseUrl(admin, undefined, database), preparationSql(accountsOf('p'), database));
    expect(await query(asService(1, 'p'), 'select current_schema() as name')).toEqual([{ name: 'two' }]);
    await prepareDatabase(admin, accountsOf('q'), database);
    expect(await query(asService(1, 'q'), 'select current_schema() as name')).toEqual([{ name: 'two' }]);
  });

  it('takes away what a role may make, and refuses one that is a superuser', async () => {
    await prepareDatabase(admin, accountsOf('p'), database);
    await query(server.url, 'alter role managed_one createdb createrole');
    await prepareDatabase(admin, accountsOf('p'), database);
    const rights = `select rolcreatedb, rolcreaterole from pg_roles where rolname = 'managed_one'`;
    expect(await query(server.url, rights)).toEqual([{ rolcreatedb: false, rolcreaterole: false }]);
    await query(server.url, 'alter role managed_one superuser');
    await expect(prepareDatabase(admin, accountsOf('p'), database)).rejects.toThrow(
      'The role managed_one is a superuser, which no service may be: as a superuser, run "alter role "managed_one" nosuperuser"',
    );
  });

  it('holds the roles with the right to hand them on, which a server keeps when it becomes Postgres 16 [O-H1]', async () => {
    await prepareDatabase(admin, accountsOf('p'), database);
    const held = `select pg_get_userbyid(roleid) as role, bool_or(admin_option) as admin from pg_auth_members
      where pg_get_userbyid(member) = '${master}' group by roleid order by 1`;
    expect(await query(server.url, held)).toEqual(roles.slice(0, 2).map((role) => ({ role, admin: true })));
  });

  it('without that right gets a sentence with what to run, where the server asks for it [O-H1]', async () => {
    await prepareDatabase(admin, accountsOf('p'), database);
    await query(server.url, `revoke admin option for managed_one, managed_two from ${master} cascade`);
    const said = await prepareDatabase(admin, accountsOf('q'), database).catch((error: Error) => error.message);
    const [{ asks }] = await query<{ asks: boolean }>(
      server.url,
      `select current_setting('server_version_num')::int >= 160000 as asks`,
    );
    expect(said?.startsWith(`The administrator ${master} may not change the roles of services (`)).toBe(
      asks || undefined,
    );
    if (said) await query(server.url, /run "(.+)", then/.exec(said)?.[1] ?? said);
    await prepareDatabase(admin, accountsOf('r'), database);
    expect(await query(asService(0, 'r'), 'select current_schema() as name')).toEqual([{ name: 'one' }]);
  });
});
