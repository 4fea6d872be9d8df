import { scopeConditions } from '@app/contracts';
import type { EngineRef, JudgmentType } from '@app/definition';
import type { Named, Queryable } from '@app/persistence';

/** A judgment that a model answers for now, where it is defined. */
export interface Candidate {
  /** Keys its answers; a copy that was detached from a template has its template's. */
  id: string;
  scope: string;
  name: string;
  active_version: number;
  type: JudgmentType;
  engine: EngineRef;
  applies_to: object | null;
  /** Scopes below it where a narrower judgment of its name is in force. */
  without: string[];
}

const find: Named = {
  name: 'judgment-by-engine',
  text: `
    select coalesce(j.key, j.id) as id, j.scope, j.name, j.active_version, v.definition -> 'type' as type,
      v.definition -> 'engine' as engine, v.definition -> 'applies_to' as applies_to,
      case when j.scope like '%/*' then array(
        select o.scope from judgment o
        where o.organization = j.organization and o.name = j.name and not o.archived and o.id <> j.id
          and starts_with(o.scope, left(j.scope, -1))
        limit 1000) else '{}' end as without
    from judgment j join judgment_version v on v.judgment_id = j.id and v.version = j.active_version
    where j.organization = $1 and not j.archived and ($2 or j.scope = $3 or starts_with(j.scope, $4))
      and (v.definition -> 'engine' ->> 'name') || ' ' || (v.definition -> 'engine' ->> 'version') = any($5::text[])
    order by j.scope collate "C", j.name collate "C" limit $6`,
};

/**
 * The active judgments that a scope of the form of a key's covers and whose engine is one of these, by place and name.
 * @param within `*`, a namespace, or a prefix
 */
export async function readCandidates(
  db: Queryable,
  organization: string,
  within: string,
  engines: readonly EngineRef[],
  limit: number,
): Promise<Candidate[]> {
  const { all, exact, under } = scopeConditions(within);
  const names = engines.map(({ name, version }) => `${name} ${version}`);
  const { rows } = await db.query<Candidate>(find, [organization, all, exact, under, names, limit]);
  return rows;
}
