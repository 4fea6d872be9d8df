import { join } from 'node:path';
import { setInfrastructure } from './infrastructure';

const root = join(__dirname, '../../../..');

/**
 * Jest project `real`: one throw-away Postgres and NATS a run, found by the specs through TEST_* variables.
 * Variables that are set already (the runner started both once for all) are used as they are.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env['TEST_DATABASE_URL'] && process.env['TEST_NATS_URL']) return;
  // Jest's alias map does not reach its own set-up, so the door is named by its place.
  const local = (await import(join(root, 'deploy/local/src/index.ts'))) as typeof import('@app/local');
  const started = await local.openTestInfrastructure(join(root, '.state'));
  Object.assign(process.env, started.env);
  setInfrastructure(started);
}
