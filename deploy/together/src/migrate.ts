import type { ServiceSchema } from '@app/boot';
import { migrateSchema } from '@app/boot/migrate';
import { Service, services } from '@app/contracts';
import { readEnvironments } from './environments';

/*
 * Brings the schemas of all services up, side by side, in one process for a start on one machine. Each is migrated as its
 * service's own role. In an image each service's `migrate.js` is a job of its own.
 */

/** A computed path, as in main.ts: none of these files names a service. */
async function readSchemaOf(service: Service): Promise<ServiceSchema> {
  const module = (await import(`../../../apps/${service}/src/app.schema.ts`)) as Record<string, object>;
  return Object.values(module).find((value) => 'sql' in value) as ServiceSchema;
}

async function migrateAll(): Promise<void> {
  const environments = readEnvironments();
  const done = await Promise.all(
    services.map(async (service) => migrateSchema(await readSchemaOf(service), environments[service])),
  );
  process.exit(done.every(Boolean) ? 0 : 1);
}

void migrateAll();
