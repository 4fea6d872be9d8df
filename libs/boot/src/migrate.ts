import { Environment, Settings, readConfig } from '@app/config';
import { schemaNameOf } from '@app/contracts';
import { MigrateOptions, migrate } from '@app/persistence/migrate';
import type { ServiceSchema } from './platform';
import { platformSettings } from './settings';

/*
 * A door of its own, `@app/boot/migrate`: a migration needs TypeORM and no Nest, a service needs Nest and no TypeORM, and
 * each loads at its start only what it uses.
 */

export function migrateOptionsOf<S extends Settings>({ service, sql }: ServiceSchema<S>, url: string): MigrateOptions {
  return { url, schema: schemaNameOf(service), sql };
}

/**
 * Brings a service's schema to the newest version, as the service's own role, and says on the terminal what ran or why not.
 * @param env the process's own environment when left out
 * @returns whether the schema is up to date
 */
export async function migrateSchema<S extends Settings>(schema: ServiceSchema<S>, env?: Environment): Promise<boolean> {
  const { service } = schema;
  try {
    const { databaseUrl } = readConfig({ databaseUrl: platformSettings.databaseUrl }, env);
    const ran = await migrate(migrateOptionsOf(schema, databaseUrl));
    process.stdout.write(`${service}: ${ran.length > 0 ? ran.join(', ') : 'up to date'}\n`);
    return true;
  } catch (error) {
    process.stderr.write(`${service} cannot migrate: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

/** `migrate.ts` of a service: brings its schema to the newest version and ends. */
export async function runMigrations<S extends Settings>(schema: ServiceSchema<S>): Promise<void> {
  if (!(await migrateSchema(schema))) process.exit(1);
}
