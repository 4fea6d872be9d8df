import { joinKeySql } from '../document/join-key';

/** SQL expressions of an answer. */
export interface OpenSqlAnswer {
  namespace: string;
  document: string;
  judgment: string;
  /** The greatest round that the answer was judged after. */
  relatedTo: string;
}

const key = joinKeySql('k.key');

/** The rows of an alias that a judgment's relations have made. */
function of({ namespace, judgment }: OpenSqlAnswer, alias: string): string {
  return `${alias}.namespace_id = ${namespace} and ${alias}.judgment_id = ${judgment}`;
}

function gathered(answer: OpenSqlAnswer): string {
  return `related_change r where ${of(answer, 'r')} and r.mine = ''
    and r.key = '\\x30'::bytea || convert_to(${answer.document}, 'UTF8')`;
}

/** For the key `k` of the document. */
function changed(answer: OpenSqlAnswer): string {
  return `related_change r where ${of(answer, 'r')} and r.mine = k.name and r.key = ${key}
    and r.source is distinct from k.document_id`;
}

/** For the key `k` of the document. */
function walked(answer: OpenSqlAnswer): string {
  return `fanout_walk f where ${of(answer, 'f')} and f.mine = k.name and f.key = ${key}
    and f.cursor < k.document_id and f.spared is distinct from k.document_id and f.round > ${answer.relatedTo}`;
}

/**
 * SQL of the attributes by whose keys changes are open for a judgment, `''` for the id of documents; null for none. It is
 * the first look: mostly nothing is open, and where it names no document, a statement takes it once.
 */
export function openNamesSql({ namespace, judgment }: Pick<OpenSqlAnswer, 'namespace' | 'judgment'>): string {
  return `(select open_names(${namespace}, ${judgment}))`;
}

/** SQL of whether a change of a related document of its own has still to reach an answer. @param names of `openNamesSql` */
export function openGatherSql(answer: OpenSqlAnswer, names: string): string {
  return `(coalesce('' = any(${names}::text[]), false) and exists (select from ${gathered(answer)}))`;
}

/**
 * SQL of whether a fan-out has still to reach an answer, whatever its scope. It begins with the keys of the document, of
 * which there are few, however many changes are open: a lateral subquery with a limit keeps that order.
 * @param names of `openNamesSql`
 */
export function openSpreadSql(answer: OpenSqlAnswer, names: string): string {
  return `(${names} is not null and exists (select from attribute k cross join lateral (
      (select 1 from ${changed(answer)} limit 1) union all (select 1 from ${walked(answer)} limit 1)) o
    where k.namespace_id = ${answer.namespace} and k.document_id = ${answer.document} and k.name = any(${names}::text[])))`;
}

const ms = (sql: string) => `coalesce((extract(epoch from ${sql}) * 1000)::bigint::text, 'null')`;

/**
 * SQL of the text `[gather, spreads]`: when the last change of a related document of its own came, or null, and for each key
 * with open fan-outs when the last change came that no walk knows, when the walk that has not begun is due, when its first
 * change came, and when the walk under way was due. Times are milliseconds since 1970. `null` while nothing is open.
 * `offset 0` keeps Postgres from looking twice for what the text names twice.
 *
 * Whether the judgment has anything open is asked in the order of a whole primary key. For an `exists` that finds nothing
 * Postgres expects to find one of many rows soon, so it would read the whole table, of all tenants, for each answer.
 */
export function openText(answer: OpenSqlAnswer): string {
  const last = (rows: string) => `(select r.changed_at from ${rows}
    order by r.namespace_id desc, r.judgment_id desc, r.mine desc, r.key desc, r.id desc limit 1)`;
  const waiting = 'filter (where not f.begun)';
  const spreads = `(select string_agg('[' || ${['o.changed', 'o.due', 'o.first', 'o.begun'].map(ms).join(" || ',' || ")} || ']', ',')
    from attribute k cross join lateral (
      select ${last(changed(answer))} as changed, min(f.due_at) ${waiting} as due, min(f.first_change_at) ${waiting} as first,
        min(f.due_at) filter (where f.begun) as begun from ${walked(answer)} offset 0) o
    where k.namespace_id = ${answer.namespace} and k.document_id = ${answer.document}
      and coalesce(o.changed, o.due, o.begun) is not null)`;
  return `case when (select true from related_change r where ${of(answer, 'r')}
        order by r.namespace_id, r.judgment_id, r.mine, r.key, r.id limit 1)
      or (select true from fanout_walk f where ${of(answer, 'f')}
        order by f.namespace_id, f.judgment_id, f.mine, f.key, f.round limit 1)
    then (select case when g.at is null and s.text is null then 'null'
        else '[' || ${ms('g.at')} || ',[' || coalesce(s.text, '') || ']]' end
      from (select ${last(gathered(answer))} as at offset 0) g, (select ${spreads} as text offset 0) s)
    else 'null' end`;
}
