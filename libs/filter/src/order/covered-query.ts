import { elementTag } from '../attribute/attribute-key';
import { keysSql } from '../sql/attribute-sql';
import { SqlScope } from '../sql/scope';
import type { AttributeCondition, SqlEnv } from '../sql/scope';
import { attributeOrderKeys, orderedKey } from './attribute-order';
import { attributeOrderOf, beyond, otherKeysOf } from './attribute-parts';
import type { AttributeOrder, DrivingEquality, OtherKeys } from './attribute-parts';
import { decodeCursor } from './cursor';
import { keyColumns } from './key-column';
import type { QueryParts } from './query-sql';

/** A query that reads a page's document ids from rows of `attribute` only. */
export interface CoveredSql {
  /** What `from` reads, after `with`; left out in the order of ids. */
  definitions?: string;
  /** SQL of how many rows of the driving equality it looks at; left out in the order of ids, where the page may end early. */
  looked?: string;
  from: string;
  where: string;
  /** Select these as `key` and `id`; `orderBy` and `keysOf` need them. */
  key: string;
  id: string;
  /** The text after `order by`, over the columns `key` and `id` of the alias. */
  orderBy: (alias: string) => string;
  params: unknown[];
  /** The values for `encodeCursor`, the same as those of `querySql`. */
  keysOf: (id: string, key: Buffer | null) => string[];
}

/** The documents of the driving equality as one array. */
const drivenIds = '(select ids from driven)';

/**
 * The rows of another attribute whose documents the driving equality has, in one scan of an index: by key and document for
 * an equality, else by document. Looking up each document by itself costs a fifth more.
 * @param of condition on the attribute's name
 */
function intersectedSql(
  keys: AttributeCondition['keys'],
  of: string,
  alias: string,
  scope: SqlScope,
): { from: string; where: string } {
  const documents = `document_id = any(${drivenIds}::text[])`;
  const matching = keysSql(keys, scope, isOneKey(keys) ? 'attribute' : alias);
  const own = isOneKey(keys) ? ` and ${matching}` : '';
  return {
    from: `(select document_id, key from attribute where ${of} and ${documents}${own} offset 0) ${alias}`,
    where: isOneKey(keys) ? 'true' : matching,
  };
}

function isOneKey(keys: AttributeCondition['keys']): boolean {
  return !('oneOf' in keys) && keys.to.equals(Buffer.concat([keys.from, Buffer.from([0])]));
}

/** SQL condition for the rows after the cursor's; missing keys come last in both directions. */
function afterSql(order: AttributeOrder, keys: readonly string[], base: string, scope: SqlScope): string {
  const id = `${base}.document_id ${beyond(order.id)} ${scope.param(keys.at(-1))}::text`;
  if (order.attribute === undefined) return id;
  const at = orderedKey(keys);
  if (at === null) return `(o.key is null and ${id})`;
  const key = `${scope.param(at)}::bytea`;
  return `(o.key is null or o.key ${beyond(order.attribute.direction)} ${key} or (o.key = ${key} and ${id}))`;
}

/**
 * A query with the rows, order and cursors of `querySql` that reads only keys of attributes. For each document of the
 * driving equality it looks up the other attributes; it fetches no document.
 * @returns undefined when a condition or the order needs more than keys
 * @throws Problem `invalid_request`, reason `bad_cursor`
 */
export function coveredQuerySql(parts: QueryParts, driving: DrivingEquality, env: SqlEnv): CoveredSql | undefined {
  const order = attributeOrderOf(parts.order);
  const others = order && otherKeysOf(parts.filter, driving);
  if (order === undefined || others === undefined) return undefined;
  const scope = new SqlScope(env);
  const { attribute } = order;
  const of = (name: string) => `namespace_id = ${scope.namespaceParam()} and name = ${scope.attributeName(name)}`;
  const drive = `${of(driving.name)} and key = ${scope.param(driving.key)}::bytea`;
  // A range matches scalars only, so its row also gives the order.
  const ordering = attribute && others.find(({ name, keys }) => name === attribute.name && !('oneOf' in keys));
  // In the order of ids the page ends early, so documents are looked up one by one; another order needs all of them first.
  const sorted = [...others].sort((a, b) => Number(b === ordering) - Number(a === ordering));
  const [first, rest] = attribute ? [sorted[0], sorted.slice(1)] : [undefined, sorted];
  const aliasOf = (other: OtherKeys) => (other === ordering ? 'o' : `c${others.indexOf(other) + 1}`);
  const base = first ? aliasOf(first) : 'k';
  // `offset 0` keeps the planner from scanning a range, or all rows of a name, once for each document. Without statistics
  // of the values it takes that for equally cheap.
  const rowOf = (alias: string, name: string) =>
    `lateral (select key from attribute where ${of(name)} and document_id = ${base}.document_id offset 0) ${alias} on`;
  const tries = rest.map((other) => {
    const alias = aliasOf(other);
    return `join ${rowOf(alias, other.name)} ${keysSql(other.keys, scope, alias)}`;
  });
  if (attribute && !ordering) {
    tries.push(`left join ${rowOf('o', attribute.name)} o.key < '\\x${elementTag.toString(16)}'::bytea`);
  }
  const matching = first && intersectedSql(first.keys, of(first.name), base, scope);
  const { cursor } = parts;
  const columns = keyColumns(parts.order, new SqlScope(env));
  const after = cursor && afterSql(order, decodeCursor(parts.order, columns, cursor.text, cursor.pointer), base, scope);
  const conditions = [...(matching ? [matching.where] : []), ...(after === undefined ? [] : [after])];
  const whole = attribute
    ? `unnest(${drivenIds}) k(document_id)`
    : `(select document_id from attribute where ${drive}) k`;
  return {
    ...(attribute && {
      definitions: `driven as materialized (select array(select document_id from attribute where ${drive}) as ids)`,
      looked: `cardinality(${drivenIds})`,
    }),
    from: [matching?.from ?? whole, ...tries].join('\n'),
    where: conditions.length === 0 ? 'true' : conditions.join(' and '),
    key: attribute ? 'o.key' : 'null::bytea',
    id: `${base}.document_id`,
    orderBy: (alias) => {
      const byKey = attribute ? `${alias}.key ${attribute.direction} nulls last, ` : '';
      return `${byKey}${alias}.id ${order.id}`;
    },
    params: scope.params,
    keysOf: (id, key) => (attribute ? [...attributeOrderKeys(key), id] : [id]),
  };
}
