import { elementTag, intersect } from '../attribute/attribute-key';
import type { KeyRange } from '../attribute/attribute-key';
import { SqlScope } from '../sql/scope';
import type { SqlEnv } from '../sql/scope';
import { attributeOrderKeys } from './attribute-order';
import { attributeOrderOf, otherKeysOf } from './attribute-parts';
import type { AttributeOrder, DrivingEquality } from './attribute-parts';
import { decodeCursor } from './cursor';
import { keyColumns } from './key-column';
import { keyedRows, keylessRows, startOf } from './paired-rows';
import type { QueryParts } from './query-sql';

/** Two attributes of which documents are found by the value of the one and in the order of the other. */
export interface AttributePair {
  /** The attribute that an equality tests. */
  equal: string;
  /** The attribute that orders, and may have a range. */
  ordered: string;
}

/** A query that reads its page in order from the rows of a pair of attributes, and no further rows. */
export interface PairedSql {
  /** A select of `id` and `key` of the page, in order. */
  rows: string;
  /** SQL of whether the rows of the pair are complete in the snapshot of the statement; else the page says nothing. */
  isReady: string;
  /** The text after `order by`, over the columns `key` and `id` of the alias. */
  orderBy: (alias: string) => string;
  params: unknown[];
  /** The values for `encodeCursor`, the same as those of `querySql`. */
  keysOf: (id: string, key: Buffer | null) => string[];
}

interface Paired {
  pair: AttributePair;
  order: Required<AttributeOrder>;
  /** Left out without a condition on the attribute of the order: then documents without a key follow last. */
  range?: KeyRange;
}

/** Keys of scalars. The row of a document without one has an empty key. */
const scalars: KeyRange = { from: Buffer.from([0]), to: Buffer.from([elementTag]) };

function pairedOf({ filter, order }: QueryParts, driving: DrivingEquality): Paired | undefined {
  const { attribute, id } = attributeOrderOf(order) ?? {};
  if (id === undefined || attribute === undefined || attribute.name === driving.name) return undefined;
  // An element of an array: a pair has the scalars of its first attribute alone.
  if (driving.key[0]! >= elementTag) return undefined;
  const others = otherKeysOf(filter, driving);
  if (others === undefined) return undefined;
  const ranges: KeyRange[] = [];
  for (const { name, keys } of others) {
    if (name !== attribute.name || 'oneOf' in keys) return undefined;
    ranges.push(keys);
  }
  const pair = { equal: driving.name, ordered: attribute.name };
  return { pair, order: { attribute, id }, ...(ranges.length > 0 && { range: intersect(ranges) }) };
}

/** The pair of attributes whose rows would give the pages of a query; undefined when it needs more than two attributes. */
export function pairOf(parts: QueryParts, driving: DrivingEquality): AttributePair | undefined {
  return pairedOf(parts, driving)?.pair;
}

/**
 * A query with the rows, order and cursors of `querySql` over the rows of a pair (table `attribute_pair`). Each document of
 * the equality has one row there, with the key of the other attribute if it is a scalar.
 * @param id of the pair of `pairOf`
 * @param page placeholder of the rows of the page
 * @returns undefined when the query needs more than the pair
 * @throws Problem `invalid_request`, reason `bad_cursor`
 */
export function pairedQuerySql(
  parts: QueryParts,
  driving: DrivingEquality,
  id: string,
  env: SqlEnv,
  page: string,
): PairedSql | undefined {
  const paired = pairedOf(parts, driving);
  if (paired === undefined) return undefined;
  const { range, order } = paired;
  const { direction } = order.attribute;
  const scope = new SqlScope(env);
  const pair = `${scope.param(id)}::bigint`;
  const of = `p.namespace_id = ${scope.namespaceParam()} and p.pair = ${pair} and p.equal_key = ${scope.param(driving.key)}::bytea`;
  const { from, to } = range ?? scalars;
  const keys = `p.key >= ${scope.param(from)}::bytea and p.key < ${scope.param(to)}::bytea`;
  const { cursor } = parts;
  const columns = keyColumns(parts.order, new SqlScope(env));
  const start = cursor && startOf(decodeCursor(parts.order, columns, cursor.text, cursor.pointer), scope);
  const rows = { of, keys, order, page };
  const orderBy = (alias: string) => `${alias}.key ${direction} nulls last, ${alias}.id ${order.id}`;
  const all = [keyedRows(rows, start), ...(range ? [] : [keylessRows(rows, start)])].join(' union all ');
  return {
    rows: `select * from (${all}) f order by ${orderBy('f')} limit ${page}`,
    isReady: `(select i.state = 'ready' from pair_index i where i.id = ${pair})`,
    orderBy,
    params: scope.params,
    keysOf: (document, key) => [...attributeOrderKeys(key), document],
  };
}
