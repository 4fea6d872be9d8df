import type { Filter } from '../filter/filter';
import { SqlScope } from '../sql/scope';
import type { SqlEnv } from '../sql/scope';
import { filterSql } from '../sql/to-sql';
import type { FilterSql } from '../sql/to-sql';
import { formatPath } from '../path/filter-path';
import { decodeCursor } from './cursor';
import { keyColumns, keysetSql } from './key-column';
import type { KeyColumn } from './key-column';
import type { OrderKey } from './order';

export interface QuerySql extends FilterSql {
  /** The text after `order by`. */
  orderBy: string;
  /** Select these texts to make the cursor of a row with `encodeCursor`. */
  keys: string[];
}

export interface QueryParts {
  filter: Filter;
  order: readonly OrderKey[];
  /** The cursor of the previous page, and the JSON pointer to it in the request. */
  cursor?: { text: string; pointer: string };
}

function orderByOf(columns: readonly KeyColumn[]): string {
  return columns.map(({ sql, direction }) => `${sql} ${direction}`).join(', ');
}

/**
 * Filter, order and cursor as clauses over `document d` that share joins and parameters. `where` includes the condition of
 * the cursor.
 * @throws Problem `invalid_request`, reason `bad_cursor`
 */
export function querySql({ filter, order, cursor }: QueryParts, env: SqlEnv): QuerySql {
  const scope = new SqlScope(env);
  const matching = filterSql(filter, scope);
  const columns = keyColumns(order, scope);
  const after = cursor && keysetSql(columns, decodeCursor(order, columns, cursor.text, cursor.pointer), scope);
  for (const { path } of order) if (path.root === 'state') scope.unindexed.add(formatPath(path));
  return {
    where: after === undefined ? matching : `${matching} and ${after}`,
    joins: scope.joins(),
    orderBy: orderByOf(columns),
    keys: columns.map(({ sql }) => `(${sql})::text`),
    params: scope.params,
    unindexedPaths: [...scope.unindexed],
    attributeConditions: scope.attributeConditions,
  };
}
