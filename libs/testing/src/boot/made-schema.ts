import { Client } from 'pg';

/*
 * What the migrations of a service made, as the catalog holds it. A row of the catalog that a statement wrote anew has another
 * `xmin`, also when it says the same; of `pg_class` the columns that statements on rows, VACUUM and ANALYZE leave alone.
 */
const catalog = `
with space as (select oid, xmin from pg_namespace where nspname = $1),
rel as (select c.* from pg_class c join space s on s.oid = c.relnamespace),
line as (
  select concat_ws(' ', 'space', oid, xmin, (app.now() at time zone 'utc')::date) as line from space
  union all select concat_ws(' ', 'rel', oid, relname, relkind, relowner, relacl, reloptions, relpersistence, relispartition,
    relreplident, relrowsecurity, relforcerowsecurity, relam, reltablespace, reloftype) from rel
  union all select concat_ws(' ', 'toast', t.oid, t.reloptions) from rel r join pg_class t on t.oid = r.reltoastrelid
  union all select concat_ws(' ', 'column', a.attrelid, a.attnum, a.xmin) from pg_attribute a join rel r on r.oid = a.attrelid
  union all select concat_ws(' ', 'default', a.oid, a.xmin) from pg_attrdef a join rel r on r.oid = a.adrelid
  union all select concat_ws(' ', 'index', i.indexrelid, i.xmin) from pg_index i join rel r on r.oid = i.indexrelid
  union all select concat_ws(' ', 'trigger', t.oid, t.xmin) from pg_trigger t join rel r on r.oid = t.tgrelid
  union all select concat_ws(' ', 'rule', w.oid, w.xmin) from pg_rewrite w join rel r on r.oid = w.ev_class
  union all select concat_ws(' ', 'policy', p.oid, p.xmin) from pg_policy p join rel r on r.oid = p.polrelid
  union all select concat_ws(' ', 'sequence', q.seqrelid, q.xmin) from pg_sequence q join rel r on r.oid = q.seqrelid
  union all select concat_ws(' ', 'child', i.inhrelid, i.xmin) from pg_inherits i join rel r on r.oid = i.inhrelid
  union all select concat_ws(' ', 'comment', d.objoid, d.objsubid, d.xmin) from pg_description d join rel r on r.oid = d.objoid
  union all select concat_ws(' ', 'constraint', c.oid, c.xmin) from pg_constraint c join space s on s.oid = c.connamespace
  union all select concat_ws(' ', 'function', p.oid, p.xmin) from pg_proc p join space s on s.oid = p.pronamespace
  union all select concat_ws(' ', 'type', t.oid, t.xmin) from pg_type t join space s on s.oid = t.typnamespace
  union all select concat_ws(' ', 'statistics', e.oid, e.xmin) from pg_statistic_ext e join space s on s.oid = e.stxnamespace
  union all select concat_ws(' ', 'rights', a.oid, a.xmin) from pg_default_acl a join space s on s.oid = a.defaclnamespace
  union all select concat_ws(' ', 'other', d.classid, d.objid) from pg_depend d join space s on s.oid = d.refobjid
    where d.refclassid = 'pg_namespace'::regclass
)
select md5(string_agg(line, chr(10) order by line)) as digest from line`;

/** Tables that hold something, or held it since they were made. */
const used = `
select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind = 'r' and (pg_relation_size(c.oid) > 0 or c.reltuples <> -1) order by 1`;
const sequences = `
select c.oid, s.seqstart as first, pg_sequence_last_value(c.oid) as last from pg_class c
  join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid where n.nspname = $1`;
/** Planner and autovacuum know nothing of a table that nobody used. */
const forgetStatistics = `
with gone as (delete from pg_statistic where starelid in
  (select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1))
select pg_stat_reset_single_table_counters(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = any($2)`;

/** A sequence, its first value, and the last that it gave. */
interface Sequence {
  oid: number;
  first: string;
  last: string | null;
}

/** A schema as its migrations left it, and the way back there without running them again. */
export class MadeSchema {
  private constructor(
    private readonly schema: string,
    private readonly digest: string,
    /** The rows that migrations wrote, as JSON, by the name of their table. */
    private readonly rows: ReadonlyMap<string, string>,
    private readonly sequences: readonly Sequence[],
  ) {}

  /** Notes a schema whose migrations have just run. */
  static async note(admin: Client, schema: string): Promise<MadeSchema> {
    const rows = await rowsOf(admin, schema, await namesOf(admin, schema));
    const { rows: made } = await admin.query<Sequence>(sequences, [schema]);
    return new MadeSchema(schema, await digestOf(admin, schema), rows, made);
  }

  /**
   * Empties the schema's tables, and puts back the rows and sequences that its migrations left.
   * @param admin a superuser
   * @returns false, with nothing done, where anything but rows has changed since, or the day of the database's clock has
   */
  async restore(admin: Client): Promise<boolean> {
    if ((await digestOf(admin, this.schema)) !== this.digest) return false;
    const dirty = (await namesOf(admin, this.schema)).filter((name) => !this.rows.has(name));
    const text = dirty.map((name) => this.tableOf(admin, name)).join(', ');
    await admin.query(`begin; ${dirty.length > 0 ? `truncate ${text} cascade` : ''}`);
    const now = await rowsOf(admin, this.schema, [...this.rows.keys()]);
    for (const [name, rows] of this.rows) if (now.get(name) !== rows) await this.putBack(admin, name, rows);
    for (const { oid, first, last } of this.sequences)
      await admin.query('select setval($1::oid::regclass, $2, $3)', [oid, last ?? first, last !== null]);
    await admin.query(forgetStatistics, [this.schema, dirty]);
    await admin.query('commit');
    return true;
  }

  private async putBack(admin: Client, name: string, rows: string): Promise<void> {
    const table = this.tableOf(admin, name);
    await admin.query(`truncate ${table}`);
    await admin.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [rows],
    );
  }

  private tableOf(admin: Client, name: string): string {
    return `${this.schema}.${admin.escapeIdentifier(name)}`;
  }
}

async function digestOf(admin: Client, schema: string): Promise<string> {
  return (await admin.query<{ digest: string }>(catalog, [schema])).rows[0].digest;
}

async function namesOf(admin: Client, schema: string): Promise<string[]> {
  return (await admin.query<{ name: string }>(used, [schema])).rows.map(({ name }) => name);
}

async function rowsOf(admin: Client, schema: string, names: readonly string[]): Promise<Map<string, string>> {
  const each = names.map((name) => {
    const table = `${schema}.${admin.escapeIdentifier(name)}`;
    return `select ${admin.escapeLiteral(name)} as name, coalesce(json_agg(t order by t::text), '[]')::text as rows from ${table} t`;
  });
  const { rows } = await admin.query<{ name: string; rows: string }>(each.join(' union all '));
  return new Map(rows.map((row) => [row.name, row.rows]));
}
