import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeFolder } from '../../../plain/cluster.cjs';
import { packagedMajor } from './postgres-package';
import { openTestInfrastructure } from '../test-infrastructure';

it('tests get the Postgres of the package where POSTGRES_PROGRAM says so, whatever the machine has', async () => {
  const folder = makeFolder(mkdtempSync(join(tmpdir(), 'judgment-packaged-')));
  const env = { PATH: process.env['PATH'], POSTGRES_PROGRAM: 'packaged' };
  const opened = await openTestInfrastructure(folder, [], env);
  const client = new Client({ connectionString: opened.env['TEST_DATABASE_URL'] });
  try {
    await client.connect();
    const { rows } = await client.query('show server_version_num');
    expect(rows).toEqual([{ server_version_num: expect.stringMatching(new RegExp(`^${packagedMajor()}\\d{4}$`)) }]);
  } finally {
    await client.end();
    await opened.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
