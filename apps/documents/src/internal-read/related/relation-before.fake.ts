import type { RelationQuery } from '@app/contracts/documents';
import { parseDocumentPath } from '@app/definition';
import type { RelationSpec } from '@app/definition';
import type { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { maxResponseBytes } from '../../read/by-id/page';
import { itemText } from './item-text';
import { bytesOf, frameBytes, mostCandidates } from './relation-limits';
import {
  JoinedDocument,
  RelationPlace,
  candidatesSql,
  judgedSql,
  orderSql,
  relatedStatement,
  relatedWhereSql,
} from './relation-sql';
import type { LimitedSpec, RelatedRow } from './relation.store';
import { answersSql, answersText } from './upstream-answers';

/** What a relation gives a judged document: JSON texts of the related ones, and whether there are more. */
export interface Given {
  items: string[];
  more: boolean;
}

/** The way of before 28 November 2026: each judged document looks its related ones up anew. What replaced it gives the same. */
export async function givenBefore(
  from: Queryable,
  place: RelationPlace,
  query: RelationQuery,
  judged: readonly JoinedDocument[],
): Promise<Given[]> {
  const { last_n: lastN, block_cap: cap = place.blockCap } = query;
  const spec = { ...query, last_n: lastN ?? cap + 1 };
  const { values, scope } = relatedStatement(place, spec, judged);
  const text = relationSql(place, spec, bytesOf(query), scope);
  const { rows } = await from.query<RelatedRow>(text, [...values, ...scope.params]);
  const answers = answersText(query, place.inForce);
  return judged.map((_, n) => {
    const own = rows.filter((row) => row.n === n);
    const found = own.flatMap((row) => (row.id === null ? [] : [itemText(row, row.id, answers)]));
    const items = found.slice(0, lastN ?? cap);
    return { items, more: own.some(({ cut }) => cut) || items.length < Number(own[0]?.found ?? 0) };
  });
}

function relationSql(place: RelationPlace, spec: LimitedSpec, maxBytes: number, scope: SqlScope): string {
  const { theirs, last_n: lastN } = spec;
  const isNarrowed = spec.where !== null || spec.window !== null || spec.order_by.length > 0;
  const limit = (isNarrowed ? mostCandidates : lastN) + 1;
  const order = orderSql(spec.order_by, scope);
  const [isMeant, answers] = [relatedWhereSql(spec, scope), answersSql(place, spec, scope)];
  return `with ${judgedSql(theirs)}, item as (
      select j.n, c.looked > ${mostCandidates} as cut, r.* from judged j join document m on m.namespace_id = $1 and m.id = j.id
        cross join lateral (select array_agg(e.document_id) as ids, count(*) as looked
          from (${candidatesSql(place, theirs, scope, limit)} order by 2 desc, 1 limit ${limit}) e) c
        left join lateral (
          select d.id, d.created_at::text, d.updated_at::text, ${membersText('attributes', spec, scope)} as attributes,
            ${membersText('state', spec, scope)} as state, ${answers} as answers, row_number() over (order by ${order}) as place
          from document d ${scope.joins()} where d.namespace_id = $1 and d.id = any(c.ids) and ${isMeant}
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

function membersText(root: 'attributes' | 'state', { fields }: RelationSpec, scope: SqlScope): string {
  const paths = fields.map((field) => parseDocumentPath(field, '')).filter((path) => path.root === root);
  if (paths.length === 0) return `'{}'::jsonb::text`;
  const names = paths.map((path) => ('keys' in path ? path.keys[0] : 'name' in path ? path.name : ''));
  const named = `e.key = any(${scope.param([...new Set(names)])}::text[])`;
  return `(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(d.${root}) e where ${named})::text`;
}
