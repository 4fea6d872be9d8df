import { Client, escapeIdentifier as name } from 'pg';
import { roleSql, schemaSql, type KnownRole, type ServiceAccount } from './preparation';
import { roleOf, schemaOf, services } from '../service';

export type { ServiceAccount } from './preparation';

/** The one database of all schemas, unless an installation names another. */
export const databaseName = 'judgment';

/** From here on the one who makes a role may change it, and others with CREATEROLE may not. */
const ownedRoles = 16;
const insufficientPrivilege = '42501';

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
 * Makes the database, and for each service one role and one schema that only this role sees. May be repeated; a role then
 * gets its password. CREATEDB and CREATEROLE are enough for it.
 * @param adminUrl administrator's address of any database of the server
 * @throws Error that says what to run, when a role is a superuser or belongs to another administrator
 */
export async function prepareDatabase(
  adminUrl: string,
  accounts: ServiceAccount[],
  database = databaseName,
): Promise<void> {
  const major = await withClient(adminUrl, async (admin) => {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [database]);
    if (!rowCount) await admin.query(`create database ${name(database)}`);
    await prepareRoles(admin, accounts);
    const { rows } = await admin.query<{ number: string }>(`select current_setting('server_version_num') as number`);
    return Math.floor(Number(rows[0].number) / 10_000);
  });
  await withClient(databaseUrl(adminUrl, undefined, database), (admin) =>
    admin.query(schemaSql(accounts, database, major < ownedRoles)),
  );
}

/** What `prepareDatabase` does, as text for an administrator who does it by hand: `psql` in an empty database of that name. */
export function preparationSql(accounts: ServiceAccount[], database = databaseName): string {
  return `${[...accounts.map((account) => roleSql(account)), schemaSql(accounts, database)].join('\n')}\n`;
}

/** All roles or none: a password that is not changed yet goes on working. */
async function prepareRoles(admin: Client, accounts: readonly ServiceAccount[]): Promise<void> {
  const { rows } = await admin.query<KnownRole>(
    'select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = any($1)',
    [accounts.map(({ role }) => role)],
  );
  const known = new Map(rows.map((row) => [row.rolname, row]));
  const statements = accounts.map((account) => roleSql(account, known.get(account.role)));
  try {
    await admin.query(statements.join('\n'));
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege || known.size === 0) throw error;
    const roles = [...known.keys()].map(name).join(', ');
    throw new Error(
      `The administrator ${admin.user} may not change the roles of services (${(error as Error).message}): start set-up as the one who made them; or, as that one or as a superuser, run "grant ${roles} to ${name(admin.user ?? '')} with admin option", then start set-up again.`,
      { cause: error },
    );
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
