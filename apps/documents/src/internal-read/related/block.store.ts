import { conditions, filterPaths, filterSql, formatPath } from '@app/filter';
import type { RelationSpec } from '@app/definition';
import type { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import {
  JoinedDocument,
  RelationPlace,
  aloneWhereSql,
  candidatesOfKeySql,
  judgedSql,
  membersSql,
  membersText,
  orderSql,
  pairFilter,
  relatedStatement,
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
  /** Ids in the relation's order, no more than `last_n` and no more bytes than a relation may have. */
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

/**
 * The pairs of a claim may be 50,000, and Postgres takes tables made on the way for small: a join of two of them that
 * it plans as a loop reads one of them for every row of the other. So each near document is read once and carries what a
 * pair needs, and nothing is joined with pairs afterwards.
 */
function blocksSql(place: RelationPlace, spec: BlockSpec, maxBytes: number, scope: SqlScope): string {
  const { theirs, last_n: lastN, block_cap: cap } = spec;
  return `with ${judgedSql(theirs)}, near as materialized (${nearSql(place, spec, scope)}
    ), looked as materialized (
      select n, id, no, ordinal, is_meant, dense_rank() over (partition by n order by no) as rank from (${pairsSql(spec, scope)}) c
    ), placed as (
      select n, id, no, dense_rank() over (partition by n order by ordinal) as place from looked where is_meant and rank <= ${cap}
    ), chosen as (
      select *, row_number() over (partition by no order by n) = 1 as is_first
      from (select distinct * from placed where place <= ${lastN}) p
    ), sized as (
      select *, max(case when is_first then (select ${sizeSql(spec, scope)} from document d where d.namespace_id = $1 and d.id = chosen.id) end)
        over (partition by no) as size from chosen
    ), summed as (
      select *, sum(size) over (partition by n order by place) - size as before from sized
    )
    select j.n, coalesce(s.ids, '{}') as ids, coalesce(s.sizes, '{}') as sizes, coalesce(s.found, 0)::int as found,
      j.n = any(array(select distinct n from looked where rank > ${cap})) as cut
    from judged j left join (
      select n, count(*) as found, array_agg(id order by place) filter (where before < ${maxBytes}) as ids,
        array_agg(size order by place) filter (where before < ${maxBytes}) as sizes
      from summed group by n) s on s.n = j.n order by j.n`;
}

/** The newest documents of each key, with their places by creation and in the order of the relation. */
function nearSql(place: RelationPlace, spec: BlockSpec, scope: SqlScope): string {
  const { theirs, last_n: lastN, block_cap: cap, where, window, order_by: order } = spec;
  const isNarrowed = where !== null || window !== null || order.length > 0;
  // Another stands for the judged document itself, and one more tells whether there are more.
  const limit = (isNarrowed ? cap : Math.min(lastN, cap)) + 2;
  const isMeant = aloneWhereSql(spec, scope);
  const document = `select d.*, ${isMeant} as is_meant from document d ${scope.joins()}
    where d.namespace_id = $1 and d.id = e.document_id offset 0`;
  return `select e.key, d.id, d.is_meant, dense_rank() over (order by d.created_at desc, d.id) as no,
      dense_rank() over (order by ${orderSql(order, scope)}) as ordinal, ${comparedSql(place, spec, scope)}
    from (select k.key, l.* from (select distinct key from pair) k
        cross join lateral (${candidatesOfKeySql(place, theirs, scope)} order by 2 desc, 1 limit ${limit}) l) e
      cross join lateral (${document}) d`;
}

/** What pairs compare of a near document, in columns that have the names of those of a document. */
function comparedSql({ inForce }: RelationPlace, spec: BlockSpec, scope: SqlScope): string {
  const pair = pairFilter(spec);
  const tested = pair === null ? [] : conditions(pair);
  const fields = tested.flatMap(({ path }) => {
    if (path.root !== 'answers') return [formatPath(path)];
    // An answer is compared where its judgment applies.
    const appliesTo = inForce.byName.get(path.judgment)?.appliesToFilter ?? null;
    return appliesTo === null ? [] : filterPaths(appliesTo);
  });
  const [attributes, state] = [membersSql('attributes', fields, scope), membersSql('state', fields, scope)];
  return `d.namespace_id, d.created_at, d.updated_at, ${attributes} as attributes, ${state} as state`;
}

/** Each judged document with the near documents of its keys, some of them more than once. */
function pairsSql(spec: BlockSpec, scope: SqlScope): string {
  const pair = pairFilter(spec);
  const isMeant = pair === null ? 'true' : filterSql(pair, scope);
  const readsAnswers = pair !== null && conditions(pair).some(({ path }) => path.root === 'answers');
  const documents = '(select j.n, m.* from judged j join document m on m.namespace_id = $1 and m.id = j.id offset 0)';
  return `select m.n, d.id, d.no, d.ordinal, d.is_meant and ${isMeant} as is_meant
    from ${pair === null ? 'judged' : documents} m join pair p on p.n = m.n join near d on d.key = p.key
      ${readsAnswers ? scope.joins() : ''}
    where d.id <> m.id offset 0`;
}

function sizeSql(spec: RelationSpec, scope: SqlScope): string {
  return `(octet_length(${membersText('attributes', spec, scope)}) + octet_length(${membersText('state', spec, scope)}) + ${frameBytes})::int`;
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
  const [attributes, state] = [membersText('attributes', spec, scope), membersText('state', spec, scope)];
  const answers = answersSql(place, spec, scope);
  const { rows } = await from.query<BlockMember>(
    `with ${judgedSql(spec.theirs)}
     select d.id, d.created_at::text, d.updated_at::text, ${attributes} as attributes, ${state} as state, ${answers} as answers
     from document d where d.namespace_id = $1 and d.id = any(${wanted}::text[])`,
    [...values, ...scope.params],
  );
  return rows;
}
