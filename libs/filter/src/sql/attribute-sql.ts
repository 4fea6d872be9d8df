import { elementKey, intersect, keyRange, scalarKey } from '../attribute/attribute-key';
import type { KeyRange, RangeOp } from '../attribute/attribute-key';
import type { Scalar, Test } from '../filter/filter';
import type { AttributeCondition, SqlScope } from './scope';

const rangeOps: readonly string[] = ['eq', 'gt', 'gte', 'lt', 'lte', 'prefix'] satisfies RangeOp[];

function isScalar(value: unknown): value is Scalar {
  return !Array.isArray(value);
}

function rangeOf(test: Test): KeyRange | undefined {
  if (!rangeOps.includes(test.op) || !('value' in test) || !isScalar(test.value)) return undefined;
  return keyRange(test.op as RangeOp, test.value);
}

/**
 * The keys that decide tests on one attribute; undefined when the index alone cannot decide them. It can decide ranges and
 * equalities on scalars, one `in` of scalars, and an element of an array that is no string (a string may be a substring).
 */
export function indexedKeys(tests: readonly Test[]): AttributeCondition['keys'] | undefined {
  const ranges = tests.map(rangeOf);
  if (ranges.length > 0 && ranges.every((range) => range !== undefined)) return intersect(ranges);
  const [only] = tests;
  if (tests.length !== 1 || only === undefined) return undefined;
  if (only.op === 'in' && only.values.every(isScalar)) return { oneOf: only.values.map(scalarKey) };
  if (only.op === 'contains' && typeof only.value !== 'string') return { oneOf: [elementKey(only.value)] };
  return undefined;
}

/** SQL condition on rows of `attribute` for keys. */
export function keysSql(keys: AttributeCondition['keys'], scope: SqlScope, alias = 'k'): string {
  if ('oneOf' in keys) return `${alias}.key = any(${scope.param(keys.oneOf)}::bytea[])`;
  // Rows of an equality have the order of ids; a range of one key does not guarantee that.
  if (keys.to.equals(Buffer.concat([keys.from, Buffer.from([0])])))
    return `${alias}.key = ${scope.param(keys.from)}::bytea`;
  return `${alias}.key >= ${scope.param(keys.from)}::bytea and ${alias}.key < ${scope.param(keys.to)}::bytea`;
}

/** The documents whose attribute has one of the keys. The subquery is uncorrelated, so that it can drive the scan. */
export function attributeSemiJoin(name: string, condition: string, scope: SqlScope): string {
  const of = `k.namespace_id = ${scope.namespaceParam()} and k.name = ${scope.attributeName(name)}`;
  return `d.id in (select k.document_id from attribute k where ${of} and ${condition})`;
}

/** `contains` of a string, which is an element of an array or a substring of a string. */
export function containsStringSql(name: string, text: string, scope: SqlScope): string {
  const element = `k.key = ${scope.param(elementKey(text))}::bytea`;
  const strings = keyRange('prefix', '');
  const part = `strpos(convert_from(substr(k.key, 2), 'UTF8'), ${scope.param(text)}::text) > 0`;
  const within = `k.key >= ${scope.param(strings.from)}::bytea and k.key < ${scope.param(strings.to)}::bytea`;
  // CASE, because only keys of strings can be decoded and AND guarantees no order of evaluation.
  return attributeSemiJoin(name, `(${element} or case when ${within} then ${part} else false end)`, scope);
}
