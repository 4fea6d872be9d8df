import { Service, schemaNameOf } from '@app/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { testEnvironment } from '../boot/environment';
import { workspaceRoot } from '../workspace';

/**
 * The version of 27 November 2026 (commit 7a8b728d), whose schemas the baselines are made from, after `npm start` had judged
 * the example: `pg_dump --schema --no-owner --no-privileges --no-comments --inserts --rows-per-insert=100`, without psql's
 * own commands and without `create schema`.
 */
const installation = join(workspaceRoot, 'libs/testing/fixtures/installations/2026-11-27');

/** Puts a service's schema of that installation, with its rows, in the place of the one that stands. */
export async function restoreInstallation(admin: Client, service: Service): Promise<void> {
  const schema = schemaNameOf(service);
  await admin.query(`drop schema if exists ${schema} cascade; create schema ${schema} authorization svc_${schema}`);
  const owner = new Client({ connectionString: testEnvironment().urls[service] });
  await owner.connect();
  try {
    await owner.query(gunzipSync(readFileSync(join(installation, `${service}.sql.gz`))).toString());
  } finally {
    await owner.end();
  }
}
