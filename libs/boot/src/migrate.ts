import { Settings, readConfig } from '@app/config';
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

/** Brings a service's schema to the newest version. @returns a line that says what ran */
export async function migrateSchema<S extends Settings>(schema: ServiceSchema<S>, url: string): Promise<string> {
  const ran = await migrate(migrateOptionsOf(schema, url));
  return `${schema.service}: ${ran.length > 0 ? ran.join(', ') : 'up to date'}`;
}

/** The line that tells why a schema was not migrated. */
export function refusalOf({ service }: Pick<ServiceSchema, 'service'>, error: unknown): string {
  return `${service} cannot migrate: ${error instanceof Error ? error.message : String(error)}`;
}

/** `migrate.ts` of a service: brings its schema to the newest version and ends. */
export async function runMigrations<S extends Settings>(schema: ServiceSchema<S>): Promise<void> {
  try {
    const { databaseUrl } = readConfig({ databaseUrl: platformSettings.databaseUrl });
    process.stdout.write(`${await migrateSchema(schema, databaseUrl)}\n`);
  } catch (error) {
    process.stderr.write(`${refusalOf(schema, error)}\n`);
    process.exit(1);
  }
}
