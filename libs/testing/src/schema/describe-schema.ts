import { Client } from 'pg';

/*
 * A schema as text, in one order whatever made it: by a build's migrations in turn, or by those of an earlier build and
 * then the rest. Partitions of days are left out, since they differ from day to day. What only some versions of Postgres
 * list (constraints of `not null`) stands with the columns.
 */
const columns = `
select format('  %I %s%s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
  case when a.attcollation <> t.typcollation then ' collate "' || l.collname || '"' end,
  case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
    when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
    when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
  case when a.attnotnull then ' not null' end,
  case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text end) as line
from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`;
const constraints = `
select format('  constraint %I %s', conname, pg_get_constraintdef(oid)) as line from pg_constraint
where conrelid = $1 and contype <> 'n' order by contype = 'p' desc, conname`;
const indexes = `
select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i join pg_class c on c.oid = i.indexrelid
where i.indrelid = $1 and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
order by c.relname`;
const tables = `
select c.oid, c.relname as name, array_to_string(array(select unnest(c.reloptions) order by 1), ', ') as options,
  pg_get_partkeydef(c.oid) as partition
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`;
const sequences = `
select format('create sequence %I;', c.relname) as line from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind = 'S'
  and not exists (select from pg_depend where objid = c.oid and deptype in ('a', 'i') and classid = 'pg_class'::regclass)
order by c.relname`;
const functions = `
select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = $1 order by 1`;
const functionText = `
select pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname = $1 order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const triggers = `
select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and not t.tgisinternal order by c.relname, t.tgname`;

interface Table {
  oid: number;
  name: string;
  options: string;
  partition: string | null;
}

/** Text of a schema's tables, indexes and sequences, and the names of its functions, whose text stands in their files. */
export async function describeSchema(client: Client, schema: string): Promise<string> {
  const lines = async (text: string, ...values: unknown[]): Promise<string[]> =>
    (await client.query<{ line: string }>(text, values)).rows.map(({ line }) => line.replaceAll(`${schema}.`, ''));
  const parts: string[] = [];
  const made = await lines(sequences, schema);
  if (made.length > 0) parts.push(made.join('\n'));
  const { rows } = await client.query<Table>(tables, [schema]);
  for (const { oid, name, options, partition } of rows) {
    const members = [...(await lines(columns, oid)), ...(await lines(constraints, oid))];
    const end = [partition ? ` partition by ${partition}` : '', options ? ` with (${options})` : ''].join('');
    const table = `create table ${name} (\n${members.join(',\n')}\n)${end};`;
    parts.push([table, ...(await lines(indexes, oid))].join('\n'));
  }
  const { rows: named } = await client.query<{ name: string }>(functions, [schema]);
  if (named.length > 0) parts.push(named.map(({ name }) => `-- function ${name}: functions/${name}.sql`).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

/** The text of every function and trigger of a schema as Postgres keeps it. */
export async function describeFunctions(client: Client, schema: string): Promise<string> {
  const [functions, made] = [
    await client.query<{ line: string }>(functionText, [schema]),
    await client.query<{ line: string }>(triggers, [schema]),
  ];
  return [...functions.rows, ...made.rows].map(({ line }) => line).join('\n');
}
