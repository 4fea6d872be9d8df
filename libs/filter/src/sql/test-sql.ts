import type { Operand, PlainTest, Scalar } from '../filter/filter';
import type { AddParam } from './scope';
import type { TypedValue } from './typed-value';
import { instantWithinSql, textWithinSql } from './within-sql';

export const comparison = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const sqlTypes = { text: 'text', number: 'float8', boolean: 'boolean', instant: 'timestamptz' } as const;

function fits(value: TypedValue, operand: Operand): operand is Scalar {
  return typeof operand === (value.type === 'text' || value.type === 'instant' ? 'string' : value.type);
}

/** A test on a value of one type. An operand of another type is equal to no value and different from all. */
export function typedTestSql(value: TypedValue, test: PlainTest, param: AddParam): string {
  const cast = sqlTypes[value.type];
  const { sql } = value;
  // Contains the value so that the statement uses its parameters; the planner removes it.
  const never = `(false and ${sql} is not null)`;
  const given = (operand: unknown, suffix = '') => `${param(operand)}::${cast}${suffix}`;
  switch (test.op) {
    case 'eq':
      if (test.value === true && value.whenTrue !== undefined) return value.whenTrue;
      return fits(value, test.value) ? `${sql} = ${given(test.value)}` : never;
    case 'ne':
      return fits(value, test.value) ? `${sql} <> ${given(test.value)}` : `${sql} is not null`;
    case 'in':
    case 'nin': {
      const operands = test.values.filter((operand) => fits(value, operand));
      if (test.op === 'in') return operands.length > 0 ? `${sql} = any(${given(operands, '[]')})` : never;
      return operands.length > 0 ? `${sql} <> all(${given(operands, '[]')})` : `${sql} is not null`;
    }
    case 'exists':
      return `${sql} is not null`;
    case 'prefix':
      return value.type === 'text' ? `starts_with(${sql}, ${given(test.value)})` : never;
    case 'contains':
      return value.type === 'text' && fits(value, test.value) ? `strpos(${sql}, ${given(test.value)}) > 0` : never;
    case 'within':
      if (value.type !== 'instant') return never;
      return instantWithinSql(sql, test, param);
    default: {
      if (!fits(value, test.value)) return never;
      const left = value.type === 'text' ? `${sql} collate "C"` : sql;
      return `${left} ${comparison[test.op]} ${given(test.value)}`;
    }
  }
}

/** A test on a jsonb value that exists and is not null. Types are not coerced; numbers compare as numeric. */
export function jsonTestSql(value: string, test: PlainTest, param: AddParam): string {
  const text = `(${value} #>> '{}')`;
  const json = (operand: Operand) => `${param(JSON.stringify(operand))}::jsonb`;
  const jsons = (operands: Operand[]) => `${param(operands.map((operand) => JSON.stringify(operand)))}::jsonb[]`;
  const guarded = (type: string, condition: string) => `(jsonb_typeof(${value}) = '${type}' and ${condition})`;
  switch (test.op) {
    case 'eq':
      return `${value} = ${json(test.value)}`;
    case 'ne':
      return `${value} <> ${json(test.value)}`;
    case 'in':
      return `${value} = any(${jsons(test.values)})`;
    case 'nin':
      return `${value} <> all(${jsons(test.values)})`;
    case 'exists':
      return 'true';
    case 'prefix':
      return guarded('string', `starts_with(${text}, ${param(test.value)}::text)`);
    case 'contains': {
      const element = guarded('array', `${value} @> ${json([test.value])}`);
      if (typeof test.value !== 'string') return element;
      return `(${element} or ${guarded('string', `strpos(${text}, ${param(test.value)}::text) > 0`)})`;
    }
    case 'within':
      return guarded('string', textWithinSql(text, test, param));
    default:
      if (typeof test.value === 'number')
        return guarded('number', `${value} ${comparison[test.op]} ${json(test.value)}`);
      return guarded('string', `${text} collate "C" ${comparison[test.op]} ${param(test.value)}::text`);
  }
}
