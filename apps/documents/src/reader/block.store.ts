import { parseRelationWhere } from '@app/filter';
import type { RelationSpec } from '@app/definition';
import type { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import {
  JoinedDocument,
  RelationPlace,
  candidatesOfKeySql,
  isOtherSql,
  judgedSql,
  membersSql,
  orderSql,
  relatedStatement,
  relatedWhereSql,
} from './relation-sql';
import { frameBytes } from './relation-limits';
import { answersSql } from './upstream-answers';

/** A block of documents with the limits that hold for it. */
export interface BlockSpec extends RelationSpec {
  last_n: number;
  block_cap: number;
}

/** The documents that share a key with a judged one. */
export interface BlockRow {
  /** Index of the judged document. */
  n: number;
  /** In the relation's order, no more than `last_n` and no more bytes than a relation may have. */
  ids: string[];
  /** Bytes of each of them. */
  sizes: number[];
  /** How many of the newest match, up to `last_n`. */
  found: number;
  /** Whether more documents share a key than are looked at. */
  cut: boolean;
}

/** A document of a block, with JSON texts of the members that the relation names. */
export interface BlockMember {
  id: string;
  created_at: string;
  updated_at: string;
  attributes: string;
  state: string;
  answers: string | null;
}

/**
 * Chooses the documents that share a key with each judged one: the newest of each key are looked up once, however many of
 * the judged documents have it.
 */
export async function readBlocks(
  from: Queryable,
  place: RelationPlace,
  spec: BlockSpec,
  judged: readonly JoinedDocument[],
  maxBytes: number,
): Promise<BlockRow[]> {
  const { values, scope } = relatedStatement(place, spec, judged);
  const { rows } = await from.query<BlockRow>(blocksSql(place, spec, maxBytes, scope), [...values, ...scope.params]);
  return rows;
}

function blocksSql(place: RelationPlace, spec: BlockSpec, maxBytes: number, scope: SqlScope): string {
  const { theirs, last_n: lastN, block_cap: cap } = spec;
  // Another stands for the judged document itself, and one more tells whether there are more.
  const limit = cap + 2;
  const where = relatedWhereSql(spec, scope);
  // A filter that compares with the judged document is another one for each; any other is evaluated once a document.
  const isPerPair = spec.where !== null && parseRelationWhere(spec.where, '').mine.length > 0;
  const ofPair = isPerPair
    ? `and exists (select from document d join document m on m.namespace_id = d.namespace_id and m.id = l.judged ${scope.joins()}
        where d.namespace_id = $1 and d.id = l.document_id and ${where})`
    : '';
  return `with ${judgedSql(theirs)}, near as materialized (
      select k.key, e.document_id, e.created_at from (select distinct key from pair) k
        cross join lateral (${candidatesOfKeySql(place, theirs, scope)} order by 2 desc, 1 limit ${limit}) e
    ), looked as materialized (
      select j.n, j.id as judged, c.document_id, row_number() over (partition by j.n order by c.created_at desc, c.document_id) as rank
      from judged j cross join lateral (select distinct e.document_id, e.created_at from pair p join near e on e.key = p.key
        where p.n = j.n and ${isOtherSql(spec, 'e.document_id')}) c
    ), member as materialized (
      select d.id, ${sizeSql(spec, scope)} as size, row_number() over (order by ${orderSql(spec.order_by, scope)}) as ordinal
      from document d ${isPerPair ? '' : scope.joins()} where d.namespace_id = $1
        and d.id = any(array(select distinct document_id from looked where rank <= ${cap})) ${isPerPair ? '' : `and ${where}`}
    ), placed as (
      select l.n, r.id, r.size, row_number() over (partition by l.n order by r.ordinal) as place
      from looked l join member r on r.id = l.document_id where l.rank <= ${cap} ${ofPair}
    ), summed as (
      select *, sum(size) over (partition by n order by place) - size as before from placed where place <= ${lastN}
    )
    select j.n, coalesce(s.ids, '{}') as ids, coalesce(s.sizes, '{}') as sizes, coalesce(s.found, 0)::int as found,
      j.n = any(array(select distinct n from looked where rank > ${cap})) as cut
    from judged j left join (
      select n, count(*) as found, array_agg(id order by place) filter (where before < ${maxBytes}) as ids,
        array_agg(size order by place) filter (where before < ${maxBytes}) as sizes
      from summed group by n) s on s.n = j.n order by j.n`;
}

function sizeSql(spec: RelationSpec, scope: SqlScope): string {
  return `(octet_length(${membersSql('attributes', spec, scope)}) + octet_length(${membersSql('state', spec, scope)}) + ${frameBytes})::int`;
}

/** Reads documents of a block by their ids, each once. */
export async function readMembers(
  from: Queryable,
  place: RelationPlace,
  spec: RelationSpec,
  ids: readonly string[],
): Promise<BlockMember[]> {
  const { values, scope } = relatedStatement(place, spec, []);
  const wanted = scope.param(ids);
  const [attributes, state] = [membersSql('attributes', spec, scope), membersSql('state', spec, scope)];
  const answers = answersSql(place, spec, scope);
  const { rows } = await from.query<BlockMember>(
    `with ${judgedSql(spec.theirs)}
     select d.id, d.created_at::text, d.updated_at::text, ${attributes} as attributes, ${state} as state, ${answers} as answers
     from document d where d.namespace_id = $1 and d.id = any(${wanted}::text[])`,
    [...values, ...scope.params],
  );
  return rows;
}
