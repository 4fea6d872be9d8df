import type { CalibrationOutcomeFilter, HeldOutView, LabelCounts } from '@app/contracts/calibration';
import type { Named, Queryable } from '@app/persistence';
import type { ReadWith } from '@app/statistics';
import type { FitKey } from '../figure/fit/fit';

/** A stored fit without its parameters and its labels. */
export interface PastFitRow {
  id: string;
  revision: string;
  /** The version as the report of that time showed it: a detached copy counts its versions anew. */
  version: number;
  engine_version: string;
  made_at: Date;
  read_with: ReadWith;
  /** The rule by which the figures were counted, see `figureRule`. */
  rule: number;
  labels: LabelCounts;
  /** Documents of the labels; null of a fit from before they were counted. */
  documents: number | null;
  outcomes: CalibrationOutcomeFilter | null;
  held_out: HeldOutView;
}

/**
 * One walk of the index for each scope, so that a page costs the same however many fits there are. Reports are read of
 * the rows of the page alone, each by its id: for a page of unknown length Postgres would read all fits of all organizations.
 */
const list: Named = {
  name: 'fit-history',
  text: `
    with page as materialized (
      select f.* from unnest($3::text[]) s(scope) cross join lateral (
        select id, revision from fit
        where organization = $1 and judgment_id = $2 and fit.scope = s.scope and revision < $4
        order by revision desc limit $5::int) f
      order by revision desc limit $5::int
    )
    select f.id, f.revision, coalesce((f.report ->> 'version')::int, f.version) as version, f.engine_version, f.made_at, f.read_with,
      coalesce((f.report ->> 'rule')::int, 1) as rule, f.labels, (f.report -> 'labels' ->> 'documents')::int as documents, f.outcomes, f.report -> 'held_out' as held_out
    from page p cross join lateral (select * from fit where fit.id = p.id limit 1) f order by f.revision desc`,
};

/**
 * Fits of a judgment in any version and epoch, newest first.
 * @param key its scope is that of a detached copy, which also shows the fits of its template; else empty
 * @param before revision of the last fit of the page before; null for the first page
 */
export async function listPastFits(
  from: Queryable,
  { organization, judgment_id, scope }: Omit<FitKey, 'version' | 'engine_version'>,
  before: string | null,
  limit: number,
): Promise<PastFitRow[]> {
  const scopes = [...new Set([scope, ''])];
  const end = before ?? '9223372036854775807';
  return (await from.query<PastFitRow>(list, [organization, judgment_id, scopes, end, limit])).rows;
}
