import type { RelationSpec } from '@app/definition';
import { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { sqlEnvOf } from '../../answer/sql-env';
import { frameBytes } from './relation-limits';
import { RelationPlace, membersText, orderSql, relatedWhereSql } from './relation-sql';
import type { ItemColumns } from './item-text';
import { answersSql } from './upstream-answers';

/** A document that judged ones name by its id, as a relation reads it. */
export interface TargetRow extends Omit<ItemColumns, 'attributes' | 'state'> {
  id: string;
  /** Bytes of its members and answers, and of its frame in a reply. */
  size: number;
  /** JSON texts as in `ItemColumns`; null past the bytes that may be read. */
  attributes: string | null;
  state: string | null;
}

/** Whether the members came with it. */
export function isRead(target: TargetRow): target is TargetRow & ItemColumns {
  return target.attributes !== null && target.state !== null;
}

/**
 * Orders documents that judged ones name, each once. Those that do not exist, or do not match the relation, are left out.
 * @param spec without a filter that compares with the judged document
 */
export async function readOrder(
  from: Queryable,
  place: RelationPlace,
  spec: RelationSpec,
  ids: readonly string[],
): Promise<string[]> {
  const scope = scopeOf(place);
  const isMeant = relatedWhereSql(spec, scope);
  const order = orderSql(spec.order_by, scope);
  const { rows } = await from.query<{ id: string }>(
    `select d.id from unnest($2::text[]) k(id) cross join lateral (
       select d.* from document d ${scope.joins()} where d.namespace_id = $1 and d.id = k.id and ${isMeant} offset 0) d
     order by ${order}`,
    [place.namespaceId, ids, ...scope.params],
  );
  return rows.map(({ id }) => id);
}

/**
 * Reads documents that judged ones name, each once and in the order of the relation. Those that do not exist, or do not match
 * the relation, are left out.
 * @param spec without a filter that compares with the judged document
 * @param ids those that are wanted first come first
 * @param maxBytes of their texts, and the one that passes them; the others come without
 */
export async function readTargets(
  from: Queryable,
  place: RelationPlace,
  spec: RelationSpec,
  ids: readonly string[],
  maxBytes: number,
): Promise<TargetRow[]> {
  const scope = scopeOf(place);
  const text = targetsSql(place, spec, maxBytes, scope);
  const { rows } = await from.query<TargetRow>(text, [place.namespaceId, ids, ...scope.params]);
  return rows;
}

/** Each document is looked up by its key: a join that Postgres is free to plan may read a whole namespace instead. */
function targetsSql(place: RelationPlace, spec: RelationSpec, maxBytes: number, scope: SqlScope): string {
  const [isMeant, order] = [relatedWhereSql(spec, scope), orderSql(spec.order_by, scope)];
  const [attributes, state] = [membersText('attributes', spec, scope), membersText('state', spec, scope)];
  const answers = answersSql(place, spec, scope);
  const bytes = `octet_length(attributes) + octet_length(state) + coalesce(octet_length(answers), 0) + ${frameBytes}`;
  return `with target as (
      select k.no, d.id, d.created_at::text, d.updated_at::text, row_number() over (order by ${order}) as place,
        ${attributes} as attributes, ${state} as state, ${answers} as answers
      from unnest($2::text[]) with ordinality k(id, no) cross join lateral (
        select d.* from document d ${scope.joins()} where d.namespace_id = $1 and d.id = k.id and ${isMeant} offset 0) d
    ), sized as (select *, (${bytes})::int as size from target
    ), summed as (select *, sum(size) over (order by no) - size < ${maxBytes} as fits from sized
    )
    select id, created_at, updated_at, size, case when fits then attributes end as attributes,
      case when fits then state end as state, case when fits then answers end as answers from summed order by place`;
}

function scopeOf({ inForce, namespaceId }: RelationPlace): SqlScope {
  return new SqlScope(sqlEnvOf(inForce, namespaceId, false, 3, 'document'));
}
