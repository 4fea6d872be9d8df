import { shownVersionSql } from '@app/definition';
import type { CalibratedField, FilterPath } from '../path/filter-path';
import { hasField } from '../path/shape';
import type { AddParam, SqlJudgment, SqlScope } from './scope';
import { statusSql } from './status-sql';
import { meetsSql, normalizedSql, numberIn, partNumber } from './threshold-sql';

/** An SQL expression of one type that is null when the value is missing. */
export interface TypedValue {
  type: 'text' | 'number' | 'boolean' | 'instant';
  sql: string;
  /** An expression for a boolean that is true in the same rows and that an index can serve. */
  whenTrue?: string;
}

export const missing: TypedValue = { type: 'number', sql: 'null::float8' };

/** Truncates to milliseconds, the precision that the API shows and compares. */
function instant(column: string): TypedValue {
  return { type: 'instant', sql: `date_trunc('milliseconds', ${column})` };
}

const numeral = `'^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]{1,2})?$'`;

function calibrated(judgment: SqlJudgment, field: CalibratedField, alias: string, param: AddParam): TypedValue {
  const sql = judgment.fit?.sql(field, alias, param) ?? null;
  if (sql === null) return missing;
  return { type: field === 'value' && judgment.type === 'choice' ? 'text' : 'number', sql };
}

function threshold(judgment: SqlJudgment, name: string, alias: string, param: AddParam): TypedValue {
  const bound = Object.hasOwn(judgment.thresholds, name) ? judgment.thresholds[name] : undefined;
  if (bound === undefined) return missing;
  const whenTrue = meetsSql(bound, judgment, alias, param);
  return { type: 'boolean', sql: `coalesce(${whenTrue}, false)`, whenTrue };
}

/** The value of an answer's field. */
export function answerValue(path: Extract<FilterPath, { root: 'answers' }>, scope: SqlScope): TypedValue {
  const judgment = scope.env.judgment(path.judgment);
  const { field } = path;
  if (judgment === undefined || !hasField(judgment.type, field)) return missing;
  const { param } = scope;
  const a = scope.answerOf(judgment);
  switch (field.kind) {
    case 'p':
    case 'score':
      return { type: 'number', sql: `${a}.number` };
    case 'normalized':
      return { type: 'number', sql: normalizedSql(judgment.levels, `${a}.number`, param) };
    case 'value':
      if (judgment.type === 'choice') return { type: 'text', sql: `${a}.value` };
      return { type: 'number', sql: `(case when ${a}.value ~ ${numeral} then ${a}.value::float8 end)` };
    case 'escape_p':
      return { type: 'number', sql: `${a}.escape_p` };
    case 'judged_at':
      return instant(`${a}.judged_at`);
    case 'version':
      return { type: 'number', sql: `${shownVersionSql(judgment.copied ?? null, `${a}.version`)}::float8` };
    case 'engine_version':
      return { type: 'text', sql: `${a}.epoch` };
    case 'status':
      return { type: 'text', sql: `(${statusSql(judgment, a, scope).status})` };
    case 'stale_reason':
      return { type: 'text', sql: `(${statusSql(judgment, a, scope).staleReason})` };
    case 'thresholds':
      return threshold(judgment, field.name, a, param);
    case 'features':
    case 'dist':
      return { type: 'number', sql: numberIn(`${a}.${field.kind}`, field.name, param) };
    case 'calibrated':
      return calibrated(judgment, field.name, a, param);
    case 'parts':
      return { type: 'number', sql: partNumber(a, field.name, param) };
  }
}

/** The value of a column of the document. */
export function columnValue(root: 'id' | 'created_at' | 'updated_at'): TypedValue {
  return root === 'id' ? { type: 'text', sql: 'd.id' } : instant(`d.${root}`);
}

/** The jsonpath of a state path, as the value of a parameter. It is lax, so that it reads each element of arrays. */
export function jsonPath(keys: readonly string[]): string {
  return `lax $${keys.map((key) => `.${JSON.stringify(key)}`).join('')}`;
}
