import type { MineTest } from '../filter/filter';
import type { FilterPath } from '../path/filter-path';
import type { SqlScope } from './scope';
import { comparison } from './test-sql';
import { jsonPath } from './typed-value';

/** A timestamp of a document as the API shows it, in jsonb. */
export function instantJson(column: string): string {
  return `to_jsonb(to_char(date_trunc('milliseconds', ${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
}

/** A timestamp of the judged document, as the API compares it; null for another path. */
export function mineInstant(path: FilterPath, { env: { mineAlias: alias } }: SqlScope): string | null {
  if (alias === undefined || (path.root !== 'created_at' && path.root !== 'updated_at')) return null;
  return `date_trunc('milliseconds', ${alias}.${path.root})`;
}

/** SQL of the jsonb values at a path of the judged document, as an item of a from clause with the column `mine`. */
function mineValues(path: FilterPath, scope: SqlScope): string {
  const alias = scope.env.mineAlias;
  if (alias === undefined || path.root === 'answers')
    throw new Error('a filter of a relation needs the judged document');
  if (path.root === 'id') return `(select to_jsonb(${alias}.id) as mine) q`;
  if (path.root === 'attributes') return `(select ${alias}.attributes -> ${scope.attributeName(path.name)} as mine) q`;
  if (path.root !== 'state') return `(select ${instantJson(`${alias}.${path.root}`)} as mine) q`;
  return `jsonb_path_query(${alias}.state, ${scope.param(jsonPath(path.keys))}::jsonpath) as q(mine)`;
}

/** A comparison of a jsonb value, which exists and is not null, with the scalars at a path of the judged document. */
export function mineTestSql(value: string, { compare, path }: MineTest, scope: SqlScope): string {
  const from = mineValues(path, scope);
  const scalar = `jsonb_typeof(q.mine) in ('string', 'number', 'boolean')`;
  const sign = comparison[compare];
  if (compare === 'eq' || compare === 'ne')
    return `exists (select from ${from} where ${scalar} and ${value} ${sign} q.mine)`;
  const both = (type: string) => `jsonb_typeof(${value}) = '${type}' and jsonb_typeof(q.mine) = '${type}'`;
  const numbers = `${both('number')} and ${value} ${sign} q.mine`;
  const texts = `${both('string')} and (${value} #>> '{}') collate "C" ${sign} (q.mine #>> '{}') collate "C"`;
  return `exists (select from ${from} where (${numbers}) or (${texts}))`;
}
