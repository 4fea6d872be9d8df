import { Definition, isTemplate, scopeChain } from '@app/definition';
import type { Queryable } from '@app/persistence';
import type { ScopeRef } from '../definition/judgment';
import type { GraphNode } from './node';

interface NodeRow {
  scope: string;
  name: string;
  hash: string;
  reads: string[];
}

/** Whether any judgment of the organization reads another. */
export async function hasDependents(db: Queryable, organization: string): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    {
      name: 'graph-has-readers',
      text: `select exists (select from judgment where organization = $1 and reads <> '{}' and not archived) as has`,
    },
    [organization],
  );
  return rows[0].has;
}

/**
 * The judgments that read or are read, of a scope, of those that cover it and of those under it.
 * @param alsoRead names that a judgment reads which is not stored
 */
export async function readGraphNodes(
  db: Queryable,
  { organization, scope }: ScopeRef,
  alsoRead: readonly string[],
): Promise<GraphNode[]> {
  const under = isTemplate(scope) ? scope.slice(0, -1) : null;
  const { rows } = await db.query<NodeRow & { definition: Definition | null }>(
    `with area as materialized (
       select id, active_version, scope, name, reads from judgment
       where organization = $1 and not archived and (scope = any($2::text[]) or starts_with(scope, $3::text))
     ), named as (select unnest(reads) as name from area union select unnest($4::text[])
     ), found as (
       select a.scope, a.name, a.reads, v.hash, v.judgment_id, v.version,
         row_number() over (partition by v.hash order by a.scope) as place
       from area a join judgment_version v on v.judgment_id = a.id and v.version = a.active_version
       where a.reads <> '{}' or a.name in (select name from named)
     )
     select f.scope, f.name, f.reads, f.hash, v.definition
     from found f left join judgment_version v on f.place = 1 and v.judgment_id = f.judgment_id and v.version = f.version
     order by f.place`,
    [organization, scopeChain(scope), under, alsoRead],
  );
  const definitions = new Map<string, Definition>();
  return rows.map(({ definition, ...row }) => {
    if (definition) definitions.set(row.hash, definition);
    return { ...row, definition: definitions.get(row.hash)! };
  });
}
