import { escapeIdentifier as name, escapeLiteral as text } from 'pg';

/** A service's role, with its password, and the schema that it owns. */
export interface ServiceAccount {
  schema: string;
  role: string;
  password: string;
}

/** A role as `pg_roles` shows it. */
export interface KnownRole {
  rolname: string;
  rolsuper: boolean;
  rolcreatedb: boolean;
  rolcreaterole: boolean;
}

/**
 * Makes a role, or gives a known one its password. Postgres checks which attributes a statement names and not which it
 * changes, and only a superuser may name SUPERUSER, in whichever way: a new role is none by default, and a known one is
 * asked for it.
 * @throws Error when the known role is a superuser
 */
export function roleSql({ role, password }: ServiceAccount, known?: KnownRole): string {
  if (!known) return `create role ${name(role)} with login password ${text(password)};`;
  if (known.rolsuper) {
    throw new Error(
      `The role ${role} is a superuser, which no service may be: as a superuser, run "alter role ${name(role)} nosuperuser", then start set-up again.`,
    );
  }
  const taken = [known.rolcreatedb ? 'nocreatedb' : '', known.rolcreaterole ? 'nocreaterole' : ''].filter(Boolean);
  return `alter role ${name(role)} with ${['login', ...taken].join(' ')} password ${text(password)};`;
}

/**
 * Gives each role a schema that only this role sees. It changes rights of this database and of these roles alone: other
 * applications may use the same server.
 * @param canHandOn whether the administrator gets the roles with the right to hand them on. Before Postgres 16 CREATEROLE
 * alone changes a role; from 16 on it takes that right, which a server keeps through its upgrade
 */
export function schemaSql(accounts: readonly ServiceAccount[], database: string, canHandOn = false): string {
  const roles = accounts.map(({ role }) => name(role)).join(', ');
  return [
    'begin;',
    `revoke all on database ${name(database)} from public;`,
    'revoke all on schema public from public;',
    'create schema if not exists app;',
    "create or replace function app.now() returns timestamptz language sql stable as 'select statement_timestamp()';",
    `grant connect, temporary on database ${name(database)} to ${roles};`,
    `grant usage on schema app to ${roles};`,
    `grant execute on function app.now() to ${roles};`,
    ...accounts.flatMap(({ role, schema }) => [
      // An administrator who is no superuser may only then hand over a schema.
      `grant ${name(role)} to current_user${canHandOn ? ' with admin option' : ''};`,
      `create schema if not exists ${name(schema)} authorization ${name(role)};`,
      `alter role ${name(role)} in database ${name(database)} set search_path = ${name(schema)}, app;`,
    ]),
    'commit;',
  ].join('\n');
}
