import { scopeConditions } from '@app/contracts';
import type { Definition } from '@app/definition';
import type { Named, Queryable } from '@app/persistence';
import { allNamespaces } from '../statistic/statistic.store';

/** A judgment where it is defined. */
export interface PlacedRow {
  /** Keys its answers and figures. */
  id: string;
  scope: string;
  name: string;
  active_version: number;
  definition: Definition;
  /** Where its figures are counted: of its namespace, or of all that inherit it. */
  namespace_id: string;
}

const find: Named = {
  name: 'judgment-placed',
  text: `
    select coalesce(j.key, j.id) as id, j.scope, j.name, j.active_version, v.definition,
      case when j.scope like '%/*' then ${allNamespaces} else coalesce(n.id, 0) end as namespace_id
    from judgment j
    join judgment_version v on v.judgment_id = j.id and v.version = j.active_version
    left join namespace n on n.organization = j.organization and n.name = j.scope
    where j.organization = $1 and not j.archived and ($2 or j.scope = $3 or starts_with(j.scope, $4))
      and ($5::text is null or (j.scope, j.name) > ($5, $6))
    order by j.scope, j.name limit $7`,
};

/**
 * The active judgments that a scope of the form of a key's covers, by place and name.
 * @param after place and name of the last one of the page before; null for the first page
 */
export async function placedJudgments(
  db: Queryable,
  organization: string,
  within: string,
  after: readonly [string, string] | null,
  limit: number,
): Promise<PlacedRow[]> {
  const { all, exact, under } = scopeConditions(within);
  const [scope, name] = after ?? [null, null];
  const { rows } = await db.query<PlacedRow>(find, [organization, all, exact, under, scope, name, limit]);
  return rows;
}
