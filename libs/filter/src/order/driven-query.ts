import type { Filter, Where } from '../filter/filter';
import { indexedKeys, keysSql } from '../sql/attribute-sql';
import { SqlScope } from '../sql/scope';
import type { SqlEnv } from '../sql/scope';
import { filterSql, toSql } from '../sql/to-sql';
import { orderedKey } from './attribute-order';
import { decodeCursor } from './cursor';
import { keyColumns } from './key-column';
import type { KeyColumn } from './key-column';
import type { OrderKey } from './order';
import { querySql } from './query-sql';
import type { QueryParts, QuerySql } from './query-sql';

export interface DrivenSql extends QuerySql {
  /** The text after `from`, without the joins of answers; `document` has the alias `d`. */
  from: string;
}

type AttributeWhere = Where & { path: { root: 'attributes'; name: string } };

function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'all' ? filter.of.flatMap(conjuncts) : [filter];
}

/** Conditions on an attribute that scalar keys decide, so that each document has at most one row. */
function drivers(parts: readonly Filter[]): AttributeWhere[] {
  return parts.filter((part): part is AttributeWhere => {
    if (part.kind !== 'where' || part.path.root !== 'attributes') return false;
    const keys = indexedKeys(part.tests);
    return keys !== undefined && !('oneOf' in keys);
  });
}

function isEquality({ tests }: AttributeWhere): boolean {
  return tests.some(({ op }) => op === 'eq');
}

/** The condition whose index rows have the requested order; undefined without one. */
function driverOf(parts: readonly Filter[], order: readonly OrderKey[]): AttributeWhere | undefined {
  const [first, ...more] = order;
  if (more.length > 0) return undefined;
  if (first === undefined || (first.path.root === 'id' && first.direction === 'asc')) {
    return drivers(parts).find(isEquality);
  }
  const { path } = first;
  const found = drivers(parts);
  // With an equality on another attribute most rows of this scan would not match, so the planner decides.
  if (path.root !== 'attributes' || found.some((where) => where.path.name !== path.name && isEquality(where))) {
    return undefined;
  }
  return found.find((where) => where.path.name === path.name);
}

function afterSql(keys: readonly string[], columns: readonly KeyColumn[], order: readonly OrderKey[], scope: SqlScope) {
  const id = `${scope.param(keys.at(-1))}::text`;
  if (columns.length === 1) return `k.document_id > ${id}`;
  // The attribute of a driven row is never missing.
  const key = `${scope.param(orderedKey(keys))}::bytea`;
  if (order[0]?.direction !== 'desc') return `(k.key, k.document_id) > (${key}, ${id})`;
  return `(k.key <= ${key} and (k.key < ${key} or k.document_id > ${id}))`;
}

/**
 * A query with the rows, order and cursors of `querySql` that ends early when it can. That is possible with an equality on
 * an attribute in the order of ids, or with a range on the attribute of the order and no equality: the query scans that
 * index in order, tests the other conditions on each document, and `limit` ends the scan. Otherwise it is the query of
 * `querySql` from `document d`.
 */
export function drivenQuerySql(parts: QueryParts, env: SqlEnv): DrivenSql {
  const { filter, order, cursor } = parts;
  const conditions = conjuncts(filter);
  const driver = env.attributes === 'document' ? undefined : driverOf(conditions, order);
  const keys = driver && indexedKeys(driver.tests);
  if (driver === undefined || keys === undefined) return { from: 'document d', ...querySql(parts, env) };
  const scope = new SqlScope({ ...env, attributes: 'document' });
  const rest = filterSql({ kind: 'all', of: conditions.filter((part) => part !== driver) }, scope);
  const of = `k.namespace_id = ${scope.namespaceParam()} and k.name = ${scope.attributeName(driver.path.name)}`;
  const columns = keyColumns(order, scope);
  const after = cursor && decodeCursor(order, columns, cursor.text, cursor.pointer);
  const place = after === undefined ? [] : [afterSql(after, columns, order, scope)];
  const direction = order[0]?.direction ?? 'asc';
  const { unindexedPaths, attributeConditions } = toSql(filter, env);
  return {
    from: 'attribute k join document d on d.namespace_id = k.namespace_id and d.id = k.document_id',
    where: [of, keysSql(keys, scope), ...place, rest].join(' and '),
    joins: scope.joins(),
    orderBy: columns.length === 1 ? 'k.document_id' : `k.key ${direction}, k.document_id`,
    keys: columns.map(({ sql }) => `(${sql})::text`),
    params: scope.params,
    unindexedPaths,
    attributeConditions,
  };
}
