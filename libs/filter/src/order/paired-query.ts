import { elementTag, intersect } from '../attribute/attribute-key';
import type { KeyRange } from '../attribute/attribute-key';
import { SqlScope } from '../sql/scope';
import type { SqlEnv } from '../sql/scope';
import { attributeOrderKeys, orderedKey } from './attribute-order';
import { attributeOrderOf, beyond, otherKeysOf } from './attribute-parts';
import type { AttributeOrder, DrivingEquality } from './attribute-parts';
import { decodeCursor } from './cursor';
import { keyColumns } from './key-column';
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

/** Conditions for the rows with a key and for those without that follow the cursor's; those without come last. */
function afterSql(order: Required<AttributeOrder>, cursor: readonly string[], scope: SqlScope) {
  const id = `p.document_id ${beyond(order.id)} ${scope.param(cursor.at(-1))}::text`;
  const at = orderedKey(cursor);
  // The text holds every placeholder, whatever the cursor.
  if (at === null) return { keyed: `and false and ${id}`, keyless: `and ${id}` };
  const key = `${scope.param(at)}::bytea`;
  const further = beyond(order.attribute.direction);
  return { keyed: `and p.key ${further}= ${key} and (p.key ${further} ${key} or ${id})`, keyless: '' };
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
  const after = cursor && afterSql(order, decodeCursor(parts.order, columns, cursor.text, cursor.pointer), scope);
  const keyed = `select p.document_id as id, p.key from attribute_pair p where ${of} and ${keys} ${after?.keyed ?? ''}
    order by p.key ${direction}, p.document_id ${order.id} limit ${page}`;
  const keyless = `select p.document_id as id, null::bytea as key from attribute_pair p
    where ${of} and p.key = '\\x'::bytea ${after?.keyless ?? ''} order by p.document_id ${order.id} limit ${page}`;
  const orderBy = (alias: string) => `${alias}.key ${direction} nulls last, ${alias}.id ${order.id}`;
  const both = `select * from ((${keyed}) union all (${keyless})) f order by ${orderBy('f')} limit ${page}`;
  return {
    rows: range ? keyed : both,
    isReady: `(select i.state = 'ready' from pair_index i where i.id = ${pair})`,
    orderBy,
    params: scope.params,
    keysOf: (row, key) => [...attributeOrderKeys(key), row],
  };
}
