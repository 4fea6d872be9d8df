import { migrateOptionsOf } from '@app/boot/migrate';
import { services } from '@app/contracts';
import { migrate } from '@app/persistence/migrate';
import { testEnvironment } from '../boot/environment';
import { schemaOf } from './definitions';

/** Brings the eight schemas of a stack's database up, side by side. */
export async function runMigrations(): Promise<void> {
  const { urls } = testEnvironment();
  await Promise.all(services.map(async (service) => migrate(migrateOptionsOf(await schemaOf(service), urls[service]))));
  process.exit(0);
}
