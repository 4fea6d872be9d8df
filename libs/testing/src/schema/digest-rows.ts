import { Client } from 'pg';

/** A table's rows: the columns that were looked at, and their number with a digest of all of them. */
export interface RowDigest {
  columns: string[];
  digest: string;
}

const tables = `
select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition group by 1 order by 1`;

/**
 * Of each table of a schema a digest of all rows, those of partitions with it.
 * @param before digests of an earlier time: only the columns of then are looked at, since a migration may add some
 */
export async function digestRows(
  client: Client,
  schema: string,
  before: Readonly<Record<string, RowDigest>> = {},
): Promise<Record<string, RowDigest>> {
  const digests: Record<string, RowDigest> = {};
  const { rows } = await client.query<{ name: string; columns: string[] }>(tables, [schema]);
  for (const { name, columns: all } of rows) {
    const table = `${schema}.${client.escapeIdentifier(name)}`;
    const columns = before[name]?.columns ?? all;
    const row = `row(${columns.map((column) => client.escapeIdentifier(column)).join(', ')})::text`;
    const found = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as digest from ${table}`,
    );
    digests[name] = { columns, digest: found.rows[0].digest };
  }
  return digests;
}
