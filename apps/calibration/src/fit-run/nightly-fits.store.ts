import { Named, Queryable } from '@app/persistence';
import { minLabels } from '../figure/fit/make-fit';
import { Judgment } from '../judgment/judgment';

/** A judgment whose labels in one epoch have changed since its fit. */
export interface DueFit extends Judgment {
  organization: string;
  engine_version: string;
}

/**
 * Active versions whose labels have changed since their fit was made, or whose fit took only the labels of a run's filter.
 * The order is fixed, so that a night continues after the fit that was made last.
 */
const due: Named = {
  name: 'nightly-fits-due',
  text: `
    select j.organization, j.judgment_id, j.name, j.scope, j.active_version, j.copied, j.type, j.options, j.levels,
      j.features, j.parts, coalesce(j.thresholds, '{}') as thresholds, l.engine_version
    from judgment j
    cross join lateral (
      select o.engine_version, count(*) as n, date_trunc('milliseconds', max(o.changed_at)) as changed_at from outcome o
      where (o.organization, o.judgment_id, o.version) = (j.organization, j.judgment_id, j.active_version)
        and o.answer_id is not null and o.engine_version is not null
        and (case when j.scope like '%/*' then starts_with(o.namespace, left(j.scope, -1)) else o.namespace = j.scope end)
      group by 1) l
    left join lateral (
      select f.labels_seen, f.labels_changed_at, f.outcomes from fit f
      where (f.organization, f.judgment_id, f.scope, f.version, f.engine_version) = (j.organization, j.judgment_id,
        case when j.copied is null then '' else j.scope end, j.active_version, l.engine_version)
      order by f.revision desc limit 1) f on true
    where j.kind = 'judgment' and not j.archived and l.n >= ${minLabels}
      and (f.labels_seen is distinct from l.n or f.labels_changed_at < l.changed_at or f.outcomes is not null)
      and (j.organization, j.scope, j.judgment_id, l.engine_version) > ($1, $2, $3, $4)
    order by j.organization, j.scope, j.judgment_id, l.engine_version limit 100`,
};

const isOpen: Named = {
  name: 'nightly-fits-open',
  text: `select coalesce((select finished_at is null from fit_night where day = $1::date), true) as open`,
};

/** A night with failures stays open and starts again, at most five times. */
const close: Named = {
  name: 'nightly-fits-close',
  text: `
    insert into fit_night as n (day, finished_at, failed)
    values ($1::date, case when $2 = 0 then app.now() end, least($2, 1))
    on conflict (day) do update set failed = n.failed + least($2, 1),
      finished_at = case when $2 = 0 or n.failed >= 4 then app.now() end`,
};

/** Whether the fits of a day are still to be made. */
export async function isNightOpen(from: Queryable, day: string): Promise<boolean> {
  return (await from.query<{ open: boolean }>(isOpen, [day])).rows[0].open;
}

/** Up to a hundred due fits. @param after the fit that was made last; null starts at the beginning */
export async function readDueFits(from: Queryable, after: DueFit | null): Promise<DueFit[]> {
  const { organization = '', scope = '', judgment_id = '', engine_version = '' } = after ?? {};
  return (await from.query<DueFit>(due, [organization, scope, judgment_id, engine_version])).rows;
}

/** @param failed how many fits failed */
export async function closeNight(to: Queryable, day: string, failed: number): Promise<void> {
  await to.query(close, [day, failed]);
}
