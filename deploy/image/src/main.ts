import { address, readConfig, secret } from '@app/config';
import { databaseUrl, preparationSql, prepareDatabase, serviceAccounts, services } from '@app/local';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { databaseOf } from './database-of';
import { assertPasswords } from './password';

/*
 * The job that runs before the services: makes the database, roles and schemas, then brings every schema up to date.
 * Administrators' address and role passwords come from the environment; it may run again at any time. Without an
 * administrator's address it only migrates; `setup sql` prints what an administrator must run before. Passwords of bus users
 * may stand beside them: set-up refuses those that nats-server would not read as they are written.
 */

const settings = {
  adminUrl: address('DATABASE_ADMIN_URL', {
    meaning: "administrator's address of Postgres; empty: roles and schemas are there already",
    fallback: '',
  }),
  databaseUrl: address('DATABASE_URL', {
    meaning: "address of the services' database, without a login; empty: `judgment` on the administrator's server",
    fallback: '',
  }),
  ...Object.fromEntries(
    services.map((service) => [
      service,
      secret(variableOf(service), { meaning: `password of the database role of ${service}` }),
    ]),
  ),
};

function variableOf(service: string): string {
  return `DATABASE_PASSWORD_${service.toUpperCase().replaceAll('-', '_')}`;
}

/** The passwords of database roles, and those of bus users that the environment holds. */
function passwords(config: Record<string, string>): Record<string, string> {
  const ofRoles = services.map((service) => [variableOf(service), config[service]] as const);
  const ofBus = Object.entries(process.env).filter(([name]) => name.startsWith('NATS_PASSWORD_'));
  return Object.fromEntries([...ofRoles, ...ofBus.map(([name, value]) => [name, value ?? ''] as const)]);
}

async function main([mode]: string[]): Promise<void> {
  const config = readConfig(settings) as Record<string, string>;
  assertPasswords(passwords(config));
  const accounts = serviceAccounts((service) => config[service]);
  const { url, database } = databaseOf(config.adminUrl, config.databaseUrl);
  if (mode === 'sql') {
    process.stdout.write(preparationSql(accounts, database));
    return;
  }
  if (config.adminUrl !== '') await prepareDatabase(config.adminUrl, accounts, database);
  for (const [i, service] of services.entries()) {
    const script = join(__dirname, `../../apps/${service}/migrate.js`);
    const env = { ...process.env, DATABASE_URL: databaseUrl(url, accounts[i], database) };
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
