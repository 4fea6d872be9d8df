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

/*
 * The places that a scope covers are at most two ranges in the order of bytes, $2 to $3; each is read by the index from where
 * the page before ended. Definitions and namespaces are looked up for the page alone.
 */
const place = 'j.scope collate "C", j.name collate "C"';
const find: Named = {
  name: 'judgment-placed',
  text: `
    with page as materialized (
      select j.* from unnest($2::text[], $3::text[]) as covered(first, last) cross join lateral (
        select j.id, j.key, j.scope, j.name, j.active_version, j.organization from judgment j
        where j.organization = $1 and not j.archived and (${place}) > ($4, $5)
          and j.scope collate "C" >= covered.first and j.scope collate "C" <= covered.last
        order by ${place} limit $6) j
      order by ${place} limit $6
    )
    select coalesce(j.key, j.id) as id, j.scope, j.name, j.active_version, v.definition,
      case when j.scope like '%/*' then ${allNamespaces} else coalesce(n.id, 0) end as namespace_id
    from page j
    join judgment_version v on v.judgment_id = j.id and v.version = j.active_version
    left join namespace n on n.organization = j.organization and n.name = j.scope
    order by ${place}`,
};

/** Behind every name that begins as the text before it: no name has a character from `~` on. */
const end = '~';

/**
 * The active judgments that a scope of the form of a key's covers, by place and name.
 * @param after place and name of the last one of the page before; null for the first page
 */
export async function readPlacedJudgments(
  db: Queryable,
  organization: string,
  within: string,
  after: readonly [string, string] | null,
  limit: number,
): Promise<PlacedRow[]> {
  const { all, exact, under } = scopeConditions(within);
  const ranges = all ? [['', end]] : [];
  if (exact !== null) ranges.push([exact, exact]);
  if (under !== null) ranges.push([under, under + end]);
  const [scope, name] = after ?? ['', ''];
  const bounds = [ranges.map(([first]) => first), ranges.map(([, last]) => last)];
  const { rows } = await db.query<PlacedRow>(find, [organization, ...bounds, scope, name, limit]);
  return rows;
}
