import type { CalibrationReport } from '@app/contracts/calibration';
import { scopeChain } from '@app/definition';
import type { Named, Queryable } from '@app/persistence';

/** The newest fit of a judgment's active version, with what its report came to. */
export interface FittedJudgment {
  name: string;
  fit: string;
  made_at: Date;
  report: CalibrationReport;
}

/** A namespace has at most so many judgments in force: its own and those of templates. */
const most = 100;

/**
 * One walk of an index for each scope, and for each judgment and its scopes; reports are read of the fits found alone, each by its id. A detached copy reads by
 * its template's fit until it has its own. Diagrams stay behind: they are most of a report's bytes.
 */
const list: Named = {
  name: 'fit-verdicts',
  text: `
    with in_force as materialized (
      select distinct on (j.name) j.name, j.judgment_id, j.active_version,
        case when j.copied is null then array[''] else array[j.scope, ''] end as scopes
      from unnest($2::text[]) with ordinality as chain(scope, position) cross join lateral (
        select * from judgment
        where organization = $1 and judgment.scope = chain.scope and kind = 'judgment' and not archived limit ${most}) j
      order by j.name, chain.position
    ), newest as materialized (
      select i.name, f.id from (select * from in_force order by name limit ${most}) i
      cross join lateral (
        select latest.id from unnest(i.scopes) with ordinality as own(scope, position)
        cross join lateral (
          select id from fit
          where organization = $1 and judgment_id = i.judgment_id and fit.scope = own.scope and version = i.active_version
          order by revision desc limit 1) latest
        order by own.position limit 1) f
    )
    select n.name, f.id as fit, f.made_at,
      f.report - array['bins', 'raw_bins', 'histogram', 'raw_histogram', 'confusion', 'level_bias', 'choice'] as report
    from newest n cross join lateral (select * from fit where fit.id = n.id limit 1) f order by n.name`,
};

/** The judgments in force in a namespace or template whose active version has a fit, by name. */
export async function listFitted(from: Queryable, organization: string, namespace: string): Promise<FittedJudgment[]> {
  return (await from.query<FittedJudgment>(list, [organization, scopeChain(namespace)])).rows;
}
