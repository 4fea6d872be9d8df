import { databaseName, databaseUrl, schemaOf, services } from '@app/servers';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier as name } from 'pg';
import { workspaceRoot } from '../workspace';

const undefinedTable = '42P01';

/**
 * A digest of this build, of the database, and of the version, migrations and functions of every schema. Equal digests mean
 * that this build already migrated this database. Migrating takes a process of its own, which loads the schemas of all.
 * @returns null when a schema was never migrated, or nobody knows which build this is
 */
export async function readSchemasDigest(
  adminUrl: string,
  root = workspaceRoot,
  database = databaseName,
): Promise<string | null> {
  const build = buildOf(root);
  if (build === null) return null;
  const client = new Client({ connectionString: databaseUrl(adminUrl, undefined, database) });
  await client.connect();
  try {
    const { rows } = await client.query<{ state: string }>(stateSql);
    return createHash('sha256').update(`${build}\n${rows[0].state}`).digest('hex');
  } catch (error) {
    if ((error as { code?: string }).code === undefinedTable) return null;
    throw error;
  } finally {
    await client.end();
  }
}

function buildOf(root: string): string | null {
  try {
    return readFileSync(join(root, 'dist/.built'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const stateSql = `select jsonb_build_object(
  'database', (select oid from pg_database where datname = current_database()),
  'schemas', jsonb_build_array(${services.map(schemaOf).map(stateOf).join(',\n')})
)::text as state`;

function stateOf(schema: string): string {
  return `(select jsonb_build_array(
    (select array_agg(version order by version) from ${name(schema)}.schema_version),
    (select array_agg(m.name order by m.name) from ${name(schema)}.migration m),
    (select array_agg(array[f.name, f.hash] order by f.name) from ${name(schema)}.schema_function f)))`;
}
