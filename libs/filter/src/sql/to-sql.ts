import type { Filter, Test, Where } from '../filter/filter';
import { formatPath } from '../path/filter-path';
import type { FilterPath } from '../path/filter-path';
import { hasField } from '../path/shape';
import { attributeSemiJoin, containsStringSql, indexedKeys, keysSql } from './attribute-sql';
import { SqlScope } from './scope';
import type { AttributeCondition, SqlEnv } from './scope';
import { instantJson, mineInstant, mineTestSql } from './mine-sql';
import { comparison, jsonTestSql, typedTestSql } from './test-sql';
import { answerValue, columnValue, jsonPath } from './typed-value';
import type { TypedValue } from './typed-value';

type AnswerPath = Parameters<typeof answerValue>[0];
type DocumentRoot = Extract<FilterPath, { root: 'attributes' } | { root: 'state' }>;

function allOf(parts: readonly string[]): string {
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`;
}

/** A test on a jsonb value that exists and is not null. */
function jsonSql(value: string, test: Test, scope: SqlScope): string {
  return test.op === 'mine' ? mineTestSql(value, test, scope) : jsonTestSql(value, test, scope.param);
}

function typedSql(value: TypedValue, test: Test, scope: SqlScope): string {
  if (test.op !== 'mine') return typedTestSql(value, test, scope.param);
  const instant = value.type === 'instant' ? mineInstant(test.path, scope) : null;
  // As texts they have the same order.
  if (instant !== null) return `(${value.sql} ${comparison[test.compare]} ${instant})`;
  const json = value.type === 'instant' ? instantJson(value.sql) : `to_jsonb(${value.sql})`;
  return `(${value.sql} is not null and ${mineTestSql(json, test, scope)})`;
}

/** A condition on an attribute or a path of the state that no index serves. */
function documentSql(where: Where & { path: DocumentRoot }, scope: SqlScope): string {
  const { path, tests } = where;
  scope.unindexed.add(formatPath(path));
  const absent = tests.filter((test) => test.op === 'exists' && !test.value).length;
  if (absent > 0 && absent < tests.length) return 'false';
  const testsOn = (value: string) => tests.map((test) => jsonSql(value, test, scope));
  if (path.root === 'attributes') {
    const value = `(d.attributes -> ${scope.attributeName(path.name)})`;
    if (absent > 0) return `coalesce(jsonb_typeof(${value}), 'null') = 'null'`;
    return allOf([`jsonb_typeof(${value}) <> 'null'`, ...testsOn(value)]);
  }
  const present = `jsonb_typeof(v) <> 'null'`;
  const values = `jsonb_path_query(d.state, ${scope.param(jsonPath(path.keys))}::jsonpath) v`;
  if (absent > 0) return `not exists (select from ${values} where ${present})`;
  return `exists (select from ${values} where ${allOf([present, ...testsOn('v')])})`;
}

function attributeSql(
  where: Where & { path: { root: 'attributes'; name: string } },
  scope: SqlScope,
  must: boolean,
): string {
  const { path, tests } = where;
  if (scope.env.attributes === 'document') return documentSql(where, scope);
  const keys = indexedKeys(tests);
  if (keys !== undefined) {
    if (must) scope.attributeConditions.push({ name: path.name, keys });
    return attributeSemiJoin(path.name, keysSql(keys, scope), scope);
  }
  const [only] = tests;
  if (tests.length === 1 && only?.op === 'contains' && typeof only.value === 'string') {
    return containsStringSql(path.name, only.value, scope);
  }
  return documentSql(where, scope);
}

/** Documents to which the judgment does not apply have no answers, even when rows are stored. */
function answerSql(where: Where & { path: { root: 'answers'; judgment: string } }, scope: SqlScope): string {
  const absent = where.tests.filter((test) => test.op === 'exists' && !test.value).length;
  if (absent > 0 && absent < where.tests.length) return 'false';
  const path = where.path as AnswerPath;
  const appliesTo = scope.env.judgment(path.judgment)?.appliesTo ?? null;
  const guard = () => (appliesTo === null ? [] : [filterSql(appliesTo, scope, false)]);
  if (path.field.kind === 'calibrated' && absent === 0) {
    return allOf([...where.tests.map((test) => calibratedSql(path, test, scope)), ...guard()]);
  }
  const value = answerValue(path, scope);
  if (absent > 0) return `(${allOf([`${value.sql} is not null`, ...guard()])} is not true)`;
  return allOf([...where.tests.map((test) => typedSql(value, test, scope)), ...guard()]);
}

/** A bound on the raw number when the fits allow one, otherwise a test on the calibrated value. */
function calibratedSql(path: AnswerPath, test: Test, scope: SqlScope): string {
  const judgment = scope.env.judgment(path.judgment);
  const { field } = path;
  if (test.op !== 'mine' && judgment?.fit && field.kind === 'calibrated' && hasField(judgment.type, field)) {
    const bound = judgment.fit.test(field.name, test, scope.answerOf(judgment), scope.param);
    if (bound !== null) return bound;
  }
  return typedSql(answerValue(path, scope), test, scope);
}

function whereSql(where: Where, scope: SqlScope, must: boolean): string {
  const { path, tests } = where;
  if (path.root === 'answers') return answerSql({ ...where, path }, scope);
  if (path.root === 'attributes') return attributeSql({ ...where, path }, scope, must);
  if (path.root === 'state') return documentSql({ ...where, path }, scope);
  const value = columnValue(path.root);
  if (path.root !== 'id') scope.unindexed.add(path.root);
  const absent = tests.some((test) => test.op === 'exists' && !test.value);
  return absent ? 'false' : allOf(tests.map((test) => typedSql(value, test, scope)));
}

/**
 * SQL that is true exactly when the filter matches. `and` and `or` never turn unknown into true, so only `not` needs
 * `is not true` for two-valued logic, and all else can use indexes.
 * @param must whether every result must fulfil this part; only such attribute conditions estimate the scan
 */
export function filterSql(filter: Filter, scope: SqlScope, must = true): string {
  switch (filter.kind) {
    case 'all':
      return allOf(filter.of.map((part) => filterSql(part, scope, must)));
    case 'any':
      return filter.of.length === 0
        ? 'false'
        : `(${filter.of.map((part) => filterSql(part, scope, false)).join(' or ')})`;
    case 'not':
      return `((${filterSql(filter.of, scope, false)}) is not true)`;
    case 'where':
      return whereSql(filter, scope, must);
  }
}

export interface FilterSql {
  /** A boolean expression over the document `d` and the joins. */
  where: string;
  /** One left join of `answer` for each judgment in the filter; an empty text without any. */
  joins: string;
  /** Values of the placeholders, from `env.firstParam` on. */
  params: unknown[];
  /** Paths that no index serves. */
  unindexedPaths: string[];
  /** Indexed conditions that every result fulfils. */
  attributeConditions: AttributeCondition[];
}

/** A filter as SQL over `document d`. */
export function toSql(filter: Filter, env: SqlEnv): FilterSql {
  const scope = new SqlScope(env);
  const where = filterSql(filter, scope);
  const { params, attributeConditions } = scope;
  return { where, joins: scope.joins(), params, unindexedPaths: [...scope.unindexed], attributeConditions };
}
