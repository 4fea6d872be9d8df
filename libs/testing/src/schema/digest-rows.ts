import { Client } from 'pg';

const tables = `
select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition order by 1`;

/** Of each table of a schema the number of its rows and a digest of all of them, those of partitions with it. */
export async function digestRows(client: Client, schema: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  const { rows } = await client.query<{ name: string }>(tables, [schema]);
  for (const { name } of rows) {
    const table = `${schema}.${client.escapeIdentifier(name)}`;
    const found = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${table} t`,
    );
    digests[name] = found.rows[0].digest;
  }
  return digests;
}
