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

/**
 * SQL of whether a related change has still to reach an answer. It begins with the keys of the document, of which there are
 * few, however many changes are open: a lateral subquery with a limit keeps that order.
 */
export function openSql({ namespace, document, judgment, relatedTo }: OpenSqlAnswer): string {
  const of = (alias: string) => `${alias}.namespace_id = ${namespace} and ${alias}.judgment_id = ${judgment}`;
  const changed = `select 1 from related_change r where ${of('r')} and r.mine = k.name and r.key = ${key}
        and r.source is distinct from k.document_id limit 1`;
  const walked = `select 1 from fanout_walk f where ${of('f')} and f.mine = k.name and f.key = ${key}
        and f.cursor < k.document_id and f.spared is distinct from k.document_id and f.round > ${relatedTo} limit 1`;
  return `(exists (select from related_change r where ${of('r')} and r.mine = ''
      and r.key = '\\x30'::bytea || convert_to(${document}, 'UTF8'))
    or exists (select from attribute k cross join lateral ((${changed}) union all (${walked})) o
      where k.namespace_id = ${namespace} and k.document_id = ${document}))`;
}
