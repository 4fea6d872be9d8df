import type { RelationSpec } from '@app/definition';
import type { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { idsOf } from '../../document/join-key';
import { maxResponseBytes } from '../../read/by-id/page';
import {
  JoinedDocument,
  RelationPlace,
  candidatesSql,
  judgedSql,
  membersText,
  orderSql,
  relatedStatement,
  relatedWhereSql,
} from './relation-sql';
import { frameBytes, mostCandidates } from './relation-limits';
import { answersSql } from './upstream-answers';

/** A relation whose documents are counted up to a limit. */
export interface LimitedSpec extends RelationSpec {
  last_n: number;
}

/** A row without `id` says that the judged document has no related ones. */
export interface RelatedRow {
  /** Index of the judged document. */
  n: number;
  /** Whether more documents join than are looked at. */
  cut: boolean;
  /** How many are related, of those that are looked at. */
  found: string;
  /** The related documents of all judged ones up to this one fit into a reply. */
  fits: boolean;
  id: string | null;
  created_at: string;
  updated_at: string;
  /** JSON texts of the members that the relation names. */
  attributes: string;
  state: string;
  /** JSON text of the bodies of the answers that the relation reads, by judgment id; null without any. */
  answers: string | null;
}

/** Reads the related documents of judged ones, in their order and then in the relation's. */
export async function readRelation(
  from: Queryable,
  place: RelationPlace,
  spec: LimitedSpec,
  judged: readonly JoinedDocument[],
  maxBytes: number,
): Promise<RelatedRow[]> {
  const { values, scope } = relatedStatement(place, spec, judged);
  const areFew = judged.every(({ value }) => idsOf(value).length <= mostCandidates);
  const text = relationSql(place, spec, maxBytes, scope, spec.theirs === 'id' && areFew);
  const { rows } = await from.query<RelatedRow>(text, [...values, ...scope.params]);
  return rows;
}

/**
 * Each document is looked up by its key: a join that Postgres is free to plan may read a whole namespace instead.
 * @param areNamed whether each judged document names its candidates, and no more of them than are looked at
 */
function relationSql(
  place: RelationPlace,
  spec: LimitedSpec,
  maxBytes: number,
  scope: SqlScope,
  areNamed: boolean,
): string {
  const { theirs, last_n: lastN } = spec;
  const order = orderSql(spec.order_by, scope);
  const [isMeant, answers] = [relatedWhereSql(spec, scope), answersSql(place, spec, scope)];
  // When they were created is only asked of what has to be limited.
  const candidates = areNamed
    ? 'select array_agg(p.key) as ids, 0 as looked from pair p where p.n = j.n'
    : limitedSql(place, spec, scope);
  return `with ${judgedSql(theirs)}, item as (
      select j.n, c.looked > ${mostCandidates} as cut, r.* from judged j
        cross join lateral (select * from document m where m.namespace_id = $1 and m.id = j.id offset 0) m
        cross join lateral (${candidates}) c
        left join lateral (
          select d.id, d.created_at::text, d.updated_at::text, ${membersText('attributes', spec, scope)} as attributes,
            ${membersText('state', spec, scope)} as state, ${answers} as answers, row_number() over (order by ${order}) as place
          from unnest(c.ids) i(id) cross join lateral (
            select d.* from document d ${scope.joins()} where d.namespace_id = $1 and d.id = i.id and ${isMeant} offset 0) d
          order by place limit ${lastN}) r on true
    ), sized as (select *, coalesce(octet_length(attributes) + octet_length(state) + coalesce(octet_length(answers), 0) + ${frameBytes}, 0) as size
      from item
    ), summed as (
      select *, sum(size) over (partition by n order by place) - size as before, count(id) over (partition by n) as found
      from sized
    ), kept as (select * from summed where before < ${maxBytes}
    ), placed as (
      select *, sum(size) over (order by n) - sum(size) over (partition by n) < ${maxResponseBytes} as fits from kept
    )
    select n, cut, found, fits, id, created_at, updated_at, case when fits then attributes end as attributes,
      case when fits then state end as state, case when fits then answers end as answers from placed order by n, place`;
}

/** The newest candidates of judged document `j`. */
function limitedSql(place: RelationPlace, spec: LimitedSpec, scope: SqlScope): string {
  const isNarrowed = spec.where !== null || spec.window !== null || spec.order_by.length > 0;
  // One more tells whether there are more.
  const limit = (isNarrowed ? mostCandidates : spec.last_n) + 1;
  return `select array_agg(e.document_id) as ids, count(*) as looked
    from (${candidatesSql(place, spec.theirs, scope, limit)} order by 2 desc, 1 limit ${limit}) e`;
}
