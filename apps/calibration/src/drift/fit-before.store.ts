import type { CalibrationOutcomeFilter } from '@app/contracts/calibration';
import type { Named, Queryable } from '@app/persistence';
import type { StoredFit } from '@app/statistics';
import type { FitKey } from '../figure/fit/fit';
import { figureRule } from '../figure/rule';
import { type FitBefore, windowStartMs } from './fit-before';

interface Row {
  id: string;
  scope: string;
  made_at: Date;
  stored: StoredFit;
  outcomes: CalibrationOutcomeFilter | null;
  labels: number;
  floor: number;
  promised: number | null;
  rule: number;
}

/**
 * The last fit made by then of each scope, of which the judgment's own goes first. One walk of the index for each, newest first: it
 * passes the fits that were made since.
 */
const find: Named = {
  name: 'fit-before',
  text: `
    select f.* from unnest(array[$3::text, '']) with ordinality s(scope, place) cross join lateral (
      select id, scope, made_at, stored, outcomes, floor, (labels ->> 'count')::int as labels,
        (report -> 'held_out' -> 'calibrated' ->> 'log_loss')::float8 as promised,
        coalesce((report ->> 'rule')::int, 1) as rule
      from fit where organization = $1 and judgment_id = $2 and fit.scope = s.scope and version = $4 and engine_version = $5
        and made_at <= $6
      order by revision desc limit 1) f
    order by s.place limit 1`,
};

/**
 * The fit that reads the labels of the last 30 days: the last one of this version and epoch made before they began. Of a copy that a
 * namespace detached its own, else its template's, which was in force then.
 * @param options.isWhole whether the labels that are looked at are all that such a fit takes, so that its promise is of them
 * @returns null without one
 */
export async function findFitBefore(
  from: Queryable,
  { organization, judgment_id, scope, version, engine_version }: FitKey,
  { nowMs, isWhole }: { nowMs: number; isWhole: boolean },
): Promise<FitBefore | null> {
  const start = new Date(windowStartMs(nowMs));
  const { rows } = await from.query<Row>(find, [organization, judgment_id, scope, version, engine_version, start]);
  if (rows.length === 0) return null;
  const [{ id, made_at: madeAt, stored, labels, floor, ...row }] = rows;
  // A loss that another rule counted is no promise of this one's: the change would look like drift.
  const isOfThese = isWhole && row.outcomes === null && row.scope === scope && row.rule === figureRule;
  return { id, madeAt, stored, labels, floor, promised: isOfThese ? row.promised : null };
}
