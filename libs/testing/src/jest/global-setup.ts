import { join } from 'node:path';
import { setInfrastructure } from './infrastructure';

const root = join(__dirname, '../../../..');

/**
 * Jest project `real`: a throw-away Postgres and NATS for each worker, found by the specs through TEST_* variables, since
 * files that run beside each other empty the same schemas. Variables that are set already (the runner started both
 * once for all) are used as they are; then one file may run at a time.
 */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  if (process.env['TEST_DATABASE_URL'] && process.env['TEST_NATS_URL']) return;
  // Jest's alias map does not reach its own set-up, so the door is named by its place.
  const servers = (await import(join(root, 'libs/servers/src/index.ts'))) as typeof import('@app/servers');
  const started = [await servers.openTestInfrastructure(join(root, '.state'))];
  setInfrastructure(started);
  // After the first, which unpacks programs where that is needed.
  while (started.length < maxWorkers) started.push(await servers.openTestInfrastructure(join(root, '.state')));
  process.env['TEST_PAIRS'] = JSON.stringify(started.map(({ env }) => env));
}
