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

const isWriting = process.env['WRITE_SCHEMA'] === '1';
const { sqlIndexOf } = createRequire(join(workspaceRoot, 'package.json'))('./deploy/tools/sql-index.cjs') as {
  sqlIndexOf(service: string, folder: string): { index: string; version: string };
};
const earlier = join(workspaceRoot, 'libs/testing/fixtures/schemas/2026-11-22');
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

  it('is the same when an installation of an earlier commit is migrated', async () => {
    const { sql } = await schemaOf(service);
    await freshSchema(await schemaOf(service));
    const fresh = await both();
    const url = testEnvironment().urls[service];
    await client.query(`drop schema ${schema} cascade; create schema ${schema} authorization svc_${schema}`);
    const owner = new Client({ connectionString: url, options: `-c search_path=${schema},app` });
    await owner.connect();
    await owner.query(readFileSync(join(earlier, `${service}.sql`), 'utf8'));
    await owner.end();
    await migrate({ url, schema, sql });
    expect(await both()).toEqual(fresh);
    expect(await migrate({ url, schema, sql })).toEqual([]);
  });
});
