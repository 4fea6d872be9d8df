import { parseDocumentPath } from '@app/definition';
import type { AggregateSpec, RelationSpec } from '@app/definition';
import { SqlScope, jsonPath } from '@app/filter';
import type { Queryable } from '@app/persistence';
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

/** The documents that a relation joins with a judged one, whichever of them it renders. */
export type Population = Pick<RelationSpec, 'theirs' | 'mine' | 'where' | 'order_by'>;

export interface AggregateRow {
  /** Index of the judged document. */
  n: number;
  /** How many documents join, up to one more than are looked at. */
  looked: number;
  /** Decimal texts, by aggregate: a sum may be greater than any double. Null where no document has a value. */
  numbers: (string | null)[];
}

/**
 * Makes numbers of the related documents of judged ones.
 * @param most related documents that are looked at for a judged one: the newest
 */
export async function readAggregates(
  from: Queryable,
  place: RelationPlace,
  population: Population,
  aggregates: readonly AggregateSpec[],
  judged: readonly JoinedDocument[],
  most: number,
): Promise<AggregateRow[]> {
  const { values, scope } = relatedStatement(place, population, judged);
  const text = aggregatesSql(place, population, aggregates, most, scope);
  const { rows } = await from.query<AggregateRow>(text, [...values, ...scope.params]);
  return rows;
}

function aggregatesSql(
  place: RelationPlace,
  population: Population,
  aggregates: readonly AggregateSpec[],
  most: number,
  scope: SqlScope,
): string {
  const { theirs, where } = population;
  // One more tells whether there are more, and another stands for the judged document in its own block.
  const limit = most + 2;
  const values = aggregates.map(({ aggregate, path }, i) => {
    const isCounted = path === null || aggregate === 'count';
    return `${isCounted ? 'null::numeric' : numberSql(path, scope)} as v${i}`;
  });
  const numbers = aggregates.map((spec, i) => `(${aggregateSql(spec, `v.v${i}`, population, scope)})::text`);
  const isMeant = relatedWhereSql({ where, window: null }, scope);
  return `with ${judgedSql(theirs)}
    select j.n, c.looked, a.numbers from judged j join document m on m.namespace_id = $1 and m.id = j.id
      cross join lateral (select (array_agg(e.document_id))[:${most}] as ids, count(*)::int as looked from (
        select k.document_id from (${candidatesSql(place, theirs, scope, limit)} order by 2 desc, 1 limit ${limit}) k
        where ${isOtherSql(population, 'k.document_id')} order by k.created_at desc, k.document_id limit ${most + 1}) e) c
      cross join lateral (select array[${numbers.join(', ')}] as numbers
        from document d ${scope.joins()} cross join lateral (select ${values.join(', ')} offset 0) v
        where d.namespace_id = $1 and d.id = any(c.ids) and ${isMeant}) a
    order by j.n`;
}

/** The number at a path of document `d` when there is exactly one value and it is a number; booleans are 0 and 1. */
function numberSql(text: string, scope: SqlScope): string {
  const path = parseDocumentPath(text, '');
  if ('name' in path) return numberOf(`(d.${path.root} -> ${scope.attributeName(path.name)})`);
  if (!('keys' in path)) throw new Error(`no path of a number: ${text}`);
  const values = `jsonb_path_query_array(d.state, ${scope.param(jsonPath(path.keys))}::jsonpath)`;
  return `(select case when jsonb_array_length(q.x) = 1 then ${numberOf('(q.x -> 0)')} end from (select ${values} as x) q)`;
}

function numberOf(value: string): string {
  return `case jsonb_typeof(${value}) when 'number' then ${value}::numeric
    when 'boolean' then case when ${value}::boolean then 1 else 0 end end`;
}

/** @param value the number of document `d`; null without one */
function aggregateSql(spec: AggregateSpec, value: string, { order_by }: Population, scope: SqlScope): string {
  const { aggregate, path, where, window } = spec;
  const meant = relatedWhereSql({ where, window }, scope);
  switch (aggregate) {
    case 'count': {
      const isPresent =
        path === null ? 'true' : relatedWhereSql({ where: { [path]: { exists: true } }, window: null }, scope);
      return `count(*) filter (where ${meant} and ${isPresent})`;
    }
    case 'share': {
      const all = relatedWhereSql({ where: null, window }, scope);
      return `count(*) filter (where ${meant})::float8 / nullif(count(*) filter (where ${all}), 0)`;
    }
    case 'mean':
      return `avg(${value}) filter (where ${meant})`;
    case 'latest': {
      const order = orderSql(order_by, scope);
      return `(array_agg(${value} order by ${order}) filter (where ${meant} and ${value} is not null))[1]`;
    }
    default:
      return `${aggregate}(${value}) filter (where ${meant})`;
  }
}
