import { databaseUrl, schemaOf, services } from '@app/servers';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readSchemasDigest } from './schemas';

const admin = process.env['TEST_DATABASE_URL'] ?? '';
const database = 'judge_digest';

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const migratedSql = services
  .map(schemaOf)
  .map(
    (schema) => `create schema ${schema};
      create table ${schema}.schema_version (version int); insert into ${schema}.schema_version values (4);
      create table ${schema}.migration (name text); insert into ${schema}.migration values ('first');
      create table ${schema}.schema_function (name text, hash text);
      insert into ${schema}.schema_function values ('take', 'one'), ('give', 'two');`,
  )
  .join('\n');

describe('the digest of all schemas', () => {
  const root = mkdtempSync(join(tmpdir(), 'digest-'));
  const build = (text: string): void => writeFileSync(join(root, 'dist/.built'), text);
  const inDatabase = (sql: string) => run(databaseUrl(admin, undefined, database), sql);
  const digest = () => readSchemasDigest(admin, root, database);

  beforeEach(async () => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    build('first\n');
    await run(admin, `create database ${database}`);
  });
  afterEach(() => run(admin, `drop database if exists ${database} with (force)`));
  afterAll(() => rmSync(root, { recursive: true }));

  it('is missing while one schema was never migrated, or no build is known', async () => {
    expect(await digest()).toBeNull();
    await inDatabase(migratedSql);
    expect(await digest()).toMatch(/^[0-9a-f]{64}$/);
    await inDatabase('drop table billing.schema_version');
    expect(await digest()).toBeNull();
    rmSync(join(root, 'dist'), { recursive: true });
    expect(await digest()).toBeNull();
  });

  it.each([
    ['a version moves', 'update judgments.schema_version set version = 3'],
    ['a migration is gone, as after a restore', 'delete from documents.migration'],
    ['the text of a function changes', `update events_feed.schema_function set hash = 'x' where name = 'take'`],
  ])('stays the same until %s', async (_, change) => {
    await inDatabase(migratedSql);
    const before = await digest();
    expect(await digest()).toBe(before);
    await inDatabase(change);
    expect(await digest()).not.toBe(before);
  });

  it('changes with the build', async () => {
    await inDatabase(migratedSql);
    const before = await digest();
    build('second\n');
    expect(await digest()).not.toBe(before);
  });
});
