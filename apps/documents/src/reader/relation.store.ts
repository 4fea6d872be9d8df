import { parseDocumentPath } from '@app/definition';
import type { RelationSpec } from '@app/definition';
import type { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { maxResponseBytes } from '../reading/page';
import {
  JoinedDocument,
  RelationPlace,
  candidatesSql,
  isOtherSql,
  judgedSql,
  orderSql,
  relatedStatement,
  relatedWhereSql,
} from './relation-sql';

/** Related documents that are looked at for one relation of one document: the newest. */
export const mostCandidates = 10_000;
/** Bytes of the related documents of one relation of one document; those last in the order are left out. */
const maxRelationBytes = 256 * 1024;
/** Bytes of a related document beside its members. */
const frameBytes = 256;

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
  spec: RelationSpec,
  judged: readonly JoinedDocument[],
): Promise<RelatedRow[]> {
  const { values, scope } = relatedStatement(place, spec, judged);
  const { rows } = await from.query<RelatedRow>(relationSql(place, spec, scope), [...values, ...scope.params]);
  return rows;
}

function relationSql(place: RelationPlace, spec: RelationSpec, scope: SqlScope): string {
  const { theirs, last_n: lastN } = spec;
  const isNarrowed = spec.where !== null || spec.window !== null || spec.order_by.length > 0;
  // One more tells whether there are more, or stands for the judged document itself in its block.
  const limit = (isNarrowed ? mostCandidates : lastN) + 1;
  const order = orderSql(spec.order_by, scope);
  const [isMeant, answers] = [relatedWhereSql(spec, scope), answersSql(place, spec, scope)];
  return `with ${judgedSql(theirs)}, item as (
      select j.n, c.looked > ${mostCandidates} as cut, r.* from judged j join document m on m.namespace_id = $1 and m.id = j.id
        cross join lateral (select array_agg(e.document_id) as ids, count(*) as looked
          from (${candidatesSql(place, theirs, scope, limit)} order by 2 desc, 1 limit ${limit}) e) c
        left join lateral (
          select d.id, d.created_at::text, d.updated_at::text, ${membersSql('attributes', spec, scope)} as attributes,
            ${membersSql('state', spec, scope)} as state, ${answers} as answers, row_number() over (order by ${order}) as place
          from document d ${scope.joins()} where d.namespace_id = $1 and d.id = any(c.ids) and ${isOtherSql(spec, 'd.id')}
            and ${isMeant}
          order by place limit ${lastN}) r on true
    ), sized as (select *, coalesce(octet_length(attributes) + octet_length(state) + coalesce(octet_length(answers), 0) + ${frameBytes}, 0) as size
      from item
    ), summed as (
      select *, sum(size) over (partition by n order by place) - size as before, count(id) over (partition by n) as found
      from sized
    ), kept as (select * from summed where before < ${maxRelationBytes}
    ), placed as (
      select *, sum(size) over (order by n) - sum(size) over (partition by n) < ${maxResponseBytes} as fits from kept
    )
    select n, cut, found, fits, id, created_at, updated_at, case when fits then attributes end as attributes,
      case when fits then state end as state, case when fits then answers end as answers from placed order by n, place`;
}

/**
 * JSON text of the answers about related document `d` that a relation reads, by judgment id: the four numbers of each.
 * Names are those in force; a name that nothing stands for has no answer.
 */
function answersSql({ inForce }: RelationPlace, { answers = [] }: RelationSpec, scope: SqlScope): string {
  if (answers.length === 0) return 'null::text';
  const ids = new Set(answers.flatMap(({ judgment }) => inForce.byName.get(judgment)?.judgmentId ?? []));
  return `(select coalesce(jsonb_object_agg(u.judgment_id, jsonb_build_object('number', u.number, 'value', u.value,
      'escapeP', u.escape_p, 'normalized', u.body::jsonb -> 'normalized')), '{}')::text from answer u
    where u.namespace_id = $1 and u.document_id = d.id and u.judgment_id = any(${scope.param([...ids])}::text[])
      and u.body is not null)`;
}

/** The members of a document that the paths of a relation lead into, as JSON text. */
function membersSql(root: 'attributes' | 'state', { fields }: RelationSpec, scope: SqlScope): string {
  const paths = fields.map((field) => parseDocumentPath(field, '')).filter((path) => path.root === root);
  if (paths.length === 0) return `'{}'`;
  const names = paths.map((path) => ('keys' in path ? path.keys[0] : 'name' in path ? path.name : ''));
  const named = `e.key = any(${scope.param([...new Set(names)])}::text[])`;
  return `(select coalesce(jsonb_object_agg(e.key, e.value), '{}')::text from jsonb_each(d.${root}) e where ${named})`;
}
