import { Client, escapeIdentifier as name, escapeLiteral as text } from 'pg';
import { roleOf, schemaOf, services } from './service';

/** The one database of all schemas, unless an installation names another. */
export const databaseName = 'judgment';

export interface ServiceAccount {
  schema: string;
  role: string;
  password: string;
}

/** One account a service, with a password from `password(service)`. */
export function serviceAccounts(password: (service: string) => string): ServiceAccount[] {
  return services.map((service) => ({ schema: schemaOf(service), role: roleOf(service), password: password(service) }));
}

/** `adminUrl` with another database, and with another login when an account is given. */
export function databaseUrl(adminUrl: string, account?: ServiceAccount, database = databaseName): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (account) {
    url.username = account.role;
    url.password = encodeURIComponent(account.password); // the setter leaves a % as it is
  }
  return url.href;
}

/**
 * Makes the database, and for each service one role and one schema that only this role sees. May be repeated.
 * @param adminUrl administrator's address of any database of the server
 */
export async function prepareDatabase(
  adminUrl: string,
  accounts: ServiceAccount[],
  database = databaseName,
): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [database]);
    if (!rowCount) await admin.query(`create database ${name(database)}`);
    const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles');
    const known = new Set(rows.map((row) => row.rolname));
    await admin.query(accounts.map((account) => roleSql(account, known)).join('\n'));
  });
  await withClient(databaseUrl(adminUrl, undefined, database), (admin) => admin.query(schemaSql(accounts, database)));
}

/** What `prepareDatabase` does, as text for an administrator who does it by hand: `psql` in an empty database of that name. */
export function preparationSql(accounts: ServiceAccount[], database = databaseName): string {
  return `${[...accounts.map((account) => roleSql(account, new Set())), schemaSql(accounts, database)].join('\n')}\n`;
}

function roleSql({ role, password }: ServiceAccount, known: Set<string>): string {
  const rights = `login nosuperuser nocreatedb nocreaterole password ${text(password)}`;
  return `${known.has(role) ? 'alter' : 'create'} role ${name(role)} with ${rights};`;
}

function schemaSql(accounts: ServiceAccount[], database: string): string {
  const roles = accounts.map(({ role }) => name(role)).join(', ');
  return [
    'begin;',
    `revoke all on database ${name(database)} from public;`,
    // A service's role has no business in the maintenance databases.
    'revoke connect on database postgres, template1 from public;',
    'revoke all on schema public from public;',
    'create schema if not exists app;',
    "create or replace function app.now() returns timestamptz language sql stable as 'select statement_timestamp()';",
    `grant connect, temporary on database ${name(database)} to ${roles};`,
    `grant usage on schema app to ${roles};`,
    `grant execute on function app.now() to ${roles};`,
    ...accounts.flatMap(({ role, schema }) => [
      `grant ${name(role)} to current_user;`, // an administrator who is no superuser may only then hand over a schema
      `create schema if not exists ${name(schema)} authorization ${name(role)};`,
      `alter role ${name(role)} in database ${name(database)} set search_path = ${name(schema)}, app;`,
    ]),
    'commit;',
  ].join('\n');
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
