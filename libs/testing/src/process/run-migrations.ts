import { databaseOptionsOf } from '@app/boot';
import { services } from '@app/contracts';
import { migrate } from '@app/persistence';
import { testEnvironment } from '../boot/environment';
import { roomOf } from './definitions';

/** Brings the eight schemas of a house's database up, side by side. */
export async function runMigrations(): Promise<void> {
  const { urls } = testEnvironment();
  await Promise.all(
    services.map(async (service) => migrate(databaseOptionsOf(await roomOf(service), urls[service], 1))),
  );
  process.exit(0);
}
