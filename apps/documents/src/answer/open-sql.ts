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

/**
 * The column `open` of document `d`: the related changes that have still to reach its answers.
 * @param related whether there may be any in the namespace
 * @param pairs `open_pairs` of the namespace, which a statement takes once
 */
export function openColumn(related: boolean, pairs: string): string {
  const open = `case when ${pairs} is not null then open_changes(d.namespace_id, d.id, ${pairs}) end`;
  return `${related ? open : 'null::text'} as open`;
}
