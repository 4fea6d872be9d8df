import { address, readConfig, secret } from '@app/config';
import { databaseUrl, preparationSql, prepareDatabase, services, type Service } from '@app/servers';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { assertPasswords } from './password';
import { byDatabase, targetsOf, type ServicePlace, type Target } from './target';

/*
 * The job that runs before the services: makes the database, roles and schemas, then brings every schema up to date.
 * Administrators' address and role passwords come from the environment; it may run again at any time. Without an
 * administrator's address it only migrates; `setup sql` prints what an administrator must run before. A service may have a
 * Postgres of its own: `DATABASE_URL_DOCUMENTS`, and `DATABASE_ADMIN_URL_DOCUMENTS` to have it prepared. Passwords of bus
 * users may stand beside them: set-up refuses those that nats-server would not read as they are written.
 */

const common = {
  adminUrl: address('DATABASE_ADMIN_URL', {
    meaning: "administrator's address of Postgres; empty: roles and schemas are there already",
    fallback: '',
  }),
  databaseUrl: address('DATABASE_URL', {
    meaning: "address of the services' database, without a login; empty: `judgment` on the administrator's server",
    fallback: '',
  }),
};

const settingsOf = (service: Service) => ({
  password: secret(variableOf('DATABASE_PASSWORD', service), {
    meaning: `password of the database role of ${service}`,
  }),
  databaseUrl: address(variableOf('DATABASE_URL', service), {
    meaning: `address of a database for ${service} alone, with its role as user; empty: the common one`,
    fallback: '',
  }),
  adminUrl: address(variableOf('DATABASE_ADMIN_URL', service), {
    meaning: `administrator's address of that database; empty: role and schema are there already`,
    fallback: '',
  }),
});

function variableOf(name: string, service: Service): string {
  return `${name}_${service.toUpperCase().replaceAll('-', '_')}`;
}

/** The passwords of database roles, and those of bus users that the environment holds. */
function passwords(places: ReadonlyMap<Service, ServicePlace>): Record<string, string> {
  const ofRoles = [...places].map(([service, { password }]) => [variableOf('DATABASE_PASSWORD', service), password]);
  const ofBus = Object.entries(process.env).filter(([name]) => name.startsWith('NATS_PASSWORD_'));
  return Object.fromEntries([...ofRoles, ...ofBus.map(([name, value]) => [name, value ?? ''])]) as Record<
    string,
    string
  >;
}

/** The statements of each database, under a line that names it where there are several. */
function statementsOf(groups: readonly Target[][]): string {
  const texts = groups.map((group) => {
    const [{ url, database }] = group;
    const heading = groups.length > 1 ? `-- In the database ${database} at ${new URL(url).host}:\n` : '';
    return heading + preparationSql(accountsOf(group), database);
  });
  return texts.join('\n');
}

const accountsOf = (group: readonly Target[]) => group.map(({ account }) => account);

async function main([mode]: string[]): Promise<void> {
  const places = new Map(services.map((service) => [service, readConfig(settingsOf(service))]));
  assertPasswords(passwords(places));
  const targets = targetsOf(readConfig(common), places);
  if (mode === 'sql') {
    process.stdout.write(statementsOf(byDatabase(targets)));
    return;
  }
  for (const group of byDatabase(targets)) {
    const [{ adminUrl, database }] = group;
    if (adminUrl !== '') await prepareDatabase(adminUrl, accountsOf(group), database);
  }
  for (const { service, account, url, database } of targets) {
    const script = join(__dirname, `../../apps/${service}/migrate.js`);
    const env = { ...process.env, DATABASE_URL: databaseUrl(url, account, database) };
    const { status } = spawnSync(process.execPath, [script], { env, stdio: 'inherit' });
    if (status !== 0) throw new Error(`the migrations of ${service} failed`);
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
