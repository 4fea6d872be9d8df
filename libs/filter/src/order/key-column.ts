import type { SqlScope } from '../sql/scope';
import { filterSql } from '../sql/to-sql';
import { answerValue, columnValue, jsonPath } from '../sql/typed-value';
import type { TypedValue } from '../sql/typed-value';
import type { OrderKey } from './order';

/** One column of a sort key. It is never null, so that rows compare column by column. */
export interface KeyColumn {
  sql: string;
  cast: 'int' | 'float8' | 'numeric' | 'text';
  direction: 'asc' | 'desc';
}

const textual = (sql: string) => `${sql} collate "C"`;

/** Adds a first column, always ascending, that puts missing values last in both directions. */
function typedColumns({ type, sql }: TypedValue, direction: KeyColumn['direction']): KeyColumn[] {
  const absent: KeyColumn = { sql: `(case when ${sql} is null then 1 else 0 end)`, cast: 'int', direction: 'asc' };
  if (type === 'text') return [absent, { sql: textual(`coalesce(${sql}, '')`), cast: 'text', direction }];
  if (type === 'number') return [absent, { sql: `coalesce(${sql}, 0)`, cast: 'float8', direction }];
  if (type === 'boolean') return [absent, { sql: `coalesce((${sql})::int, 0)`, cast: 'int', direction }];
  const ms = `(extract(epoch from ${sql}) * 1000)::numeric`;
  return [absent, { sql: `coalesce(${ms}, 0)`, cast: 'numeric', direction }];
}

/**
 * Characters of a string in `state` that order it. A state may hold a text of a megabyte, and the key of a page's last
 * row stands in its cursor.
 */
export const orderedCharacters = 512;

/** Sorts booleans before numbers before strings; all else counts as missing. */
function jsonColumns(value: string, direction: KeyColumn['direction'], characters?: number): KeyColumn[] {
  const type = `jsonb_typeof(${value})`;
  const text = `(${value} #>> '{}')`;
  const rank = `(case ${type} when 'boolean' then 1 when 'number' then 2 when 'string' then 3 else 0 end)`;
  const string = characters === undefined ? text : `left(${text}, ${characters})`;
  const number = `(case ${type} when 'number' then ${text}::numeric when 'boolean' then (${text}::boolean)::int::numeric else 0 end)`;
  return [
    { sql: `(case when ${rank} = 0 then 1 else 0 end)`, cast: 'int', direction: 'asc' },
    { sql: rank, cast: 'int', direction },
    { sql: number, cast: 'numeric', direction },
    { sql: textual(`(case ${type} when 'string' then ${string} else '' end)`), cast: 'text', direction },
  ];
}

function columnsOf({ path, direction }: OrderKey, scope: SqlScope): KeyColumn[] {
  if (path.root === 'id') return [{ sql: 'd.id', cast: 'text', direction }];
  if (path.root === 'attributes') return jsonColumns(`(d.attributes -> ${scope.attributeName(path.name)})`, direction);
  if (path.root === 'state') {
    const first = `jsonb_path_query_first(d.state, ${scope.param(jsonPath(path.keys))}::jsonpath)`;
    return jsonColumns(first, direction, orderedCharacters);
  }
  if (path.root !== 'answers') return typedColumns(columnValue(path.root), direction);
  const value = answerValue(path, scope);
  const appliesTo = scope.env.judgment(path.judgment)?.appliesTo ?? null;
  if (appliesTo === null) return typedColumns(value, direction);
  const sql = `(case when ${filterSql(appliesTo, scope, false)} then ${value.sql} end)`;
  return typedColumns({ type: value.type, sql }, direction);
}

/** The columns of an order. The last one is the id, which makes the key of every row unique. */
export function keyColumns(order: readonly OrderKey[], scope: SqlScope): KeyColumn[] {
  const byId = order.findIndex(({ path }) => path.root === 'id');
  const keys = byId < 0 ? order : order.slice(0, byId + 1);
  const columns = keys.flatMap((key) => columnsOf(key, scope));
  return byId < 0 ? [...columns, { sql: 'd.id', cast: 'text', direction: 'asc' }] : columns;
}

/** SQL condition for the rows after the one with these keys. */
export function keysetSql(columns: readonly KeyColumn[], keys: readonly string[], scope: SqlScope): string {
  const given = columns.map(({ cast }, index) => `${scope.param(keys[index])}::${cast}`);
  const steps = columns.map(({ sql, direction }, index) => {
    const equal = columns.slice(0, index).map((column, before) => `${column.sql} = ${given[before]}`);
    return `(${[...equal, `${sql} ${direction === 'asc' ? '>' : '<'} ${given[index]}`].join(' and ')})`;
  });
  return `(${steps.join(' or ')})`;
}
