import { schemaNameOf, services } from '@app/contracts';
import { migrate } from '@app/persistence/migrate';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from 'pg';
import { testEnvironment } from '../boot/environment';
import { freshSchema } from '../boot/schema';
import { schemaOf } from '../process/definitions';
import { workspaceRoot } from '../workspace';
import { describeFunctions, describeSchema } from './describe-schema';
import { digestRows } from './digest-rows';
import { restoreInstallation } from './restore-installation';

const isWriting = process.env['WRITE_SCHEMA'] === '1';
const { sqlIndexOf } = createRequire(join(workspaceRoot, 'package.json'))('./deploy/tools/sql-index.cjs') as {
  sqlIndexOf(service: string, folder: string): { index: string; version: string };
};
/** What a migration writes about itself. */
const kept = ['migration', 'schema_function', 'schema_version'];
/** Tables of builds before the baseline, which it drops. */
const gone = ['closed_month', 'fanout'];
let client: Client;

beforeAll(async () => {
  client = new Client({ connectionString: testEnvironment().adminUrl });
  await client.connect();
});
afterAll(() => client.end());

describe.each(services)('the schema of %s', (service) => {
  const folder = join(workspaceRoot, 'apps', service, 'sql');
  const schema = schemaNameOf(service);
  const both = async () => [await describeSchema(client, schema), await describeFunctions(client, schema)];

  it('is listed file by file, under a version that grew with the last change: `npm run schema` writes both', () => {
    const { index, version } = sqlIndexOf(service, folder);
    expect(readFileSync(join(folder, 'index.ts'), 'utf8')).toBe(index);
    expect(readFileSync(join(folder, 'version.json'), 'utf8')).toBe(version);
  });

  it('is the one that schema.sql shows', async () => {
    await freshSchema(await schemaOf(service));
    const path = join(folder, 'schema.sql');
    const text = `-- Written by \`npm run schema\` from a freshly migrated database: do not edit.\n\n${(await both())[0]}`;
    if (isWriting) writeFileSync(path, text);
    expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(text);
  });

  it('is the same when an installation of the version before the baseline is migrated, and every row of it stays [defect S-M7]', async () => {
    await freshSchema(await schemaOf(service));
    const fresh = await both();
    const { sql } = await schemaOf(service);
    const url = testEnvironment().urls[service];
    await restoreInstallation(client, service);
    const before = await digestRows(client, schema);
    await migrate({ url, schema, sql });
    expect(await both()).toEqual(fresh);
    const after = await digestRows(client, schema, before);
    const ofService = Object.entries(before).filter(([table]) => !kept.includes(table) && !gone.includes(table));
    expect(ofService.length).toBeGreaterThan(4);
    expect(after).toMatchObject(Object.fromEntries(ofService));
    expect(await migrate({ url, schema, sql })).toEqual([]);
  });

  it('is refused, and left as it is, when an installation lacks a migration of before the baseline [defect S-M7]', async () => {
    const { sql } = await schemaOf(service);
    const url = testEnvironment().urls[service];
    await restoreInstallation(client, service);
    await client.query(`delete from ${schema}.migration where name = (select max(name) from ${schema}.migration)`);
    const before = [await both(), await digestRows(client, schema)];
    await expect(migrate({ url, schema, sql })).rejects.toThrow(
      /^The schema is older than the version of 27 November 2026 \(commit 7a8b728d\): \d{4}-\S+ did not run\. Upgrade to that version first/,
    );
    expect([await both(), await digestRows(client, schema)]).toEqual(before);
  });
});
