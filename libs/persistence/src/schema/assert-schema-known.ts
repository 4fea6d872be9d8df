import { Queryable } from '../database/queryable';
import { SqlSchema } from './sql-schema';

/**
 * Refuses to run on a schema that this build cannot run on.
 * @throws Error with one sentence that tells what to do
 */
export async function assertSchemaKnown(database: Queryable, { version }: SqlSchema): Promise<void> {
  const known = await database.query<{ known: boolean }>(`select to_regclass('schema_version') is not null as known`);
  const { rows } = known.rows[0].known
    ? await database.query<{ version: number; compatible_from: number }>(
        'select version, compatible_from from schema_version',
      )
    : { rows: [] };
  if (rows.length === 0 || rows[0].version < version)
    throw new Error('The schema waits for migrations; run the migrate job first.');
  if (rows[0].compatible_from > version)
    throw new Error(
      `The schema has version ${rows[0].version} and runs with builds from version ${rows[0].compatible_from} on; this build has version ${version}: start a newer build.`,
    );
}
