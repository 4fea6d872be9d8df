import { DATABASE } from '@app/boot';
import { Database, Named } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from '../judgment/judgment';
import { leastLabels } from '../fit/make-fit';

/** A judgment whose labels in one epoch are not those of its fit. */
export interface Due extends Judgment {
  organization: string;
  engine_version: string;
}

/**
 * Active versions whose labels have changed since their fit was made, or whose fit took only some of them on demand.
 * One at a time, in a fixed order, so that a night goes on where it was left.
 */
const due: Named = {
  name: 'night-due',
  text: `
    select j.organization, j.judgment_id, j.name, j.scope, j.active_version, j.copied, j.type, j.options, j.levels,
      coalesce(j.thresholds, '{}') as thresholds, l.engine_version
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
    where j.kind = 'judgment' and not j.archived and l.n >= ${leastLabels}
      and (f.labels_seen is distinct from l.n or f.labels_changed_at < l.changed_at or f.outcomes is not null)
      and (j.organization, j.scope, j.judgment_id, l.engine_version) > ($1, $2, $3, $4)
    order by j.organization, j.scope, j.judgment_id, l.engine_version limit 100`,
};

@Injectable()
export class NightStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Whether the fits of a day are still to be made. */
  async isOpen(day: string): Promise<boolean> {
    const { rows } = await this.database.query<{ open: boolean }>(
      {
        name: 'night-open',
        text: `select coalesce((select finished_at is null from fit_night where day = $1::date), true) as open`,
      },
      [day],
    );
    return rows[0].open;
  }

  /** What is due after a place in the order; empty at its end. */
  async due(after: Due | null): Promise<Due[]> {
    const { organization = '', scope = '', judgment_id = '', engine_version = '' } = after ?? {};
    const { rows } = await this.database.query<Due>(due, [organization, scope, judgment_id, engine_version]);
    return rows;
  }

  /** @param failed how many fits could not be made; a night that failed is gone through again, five times at most */
  async close(day: string, failed: number): Promise<void> {
    await this.database.query(
      {
        name: 'night-close',
        text: `
          insert into fit_night as n (day, finished_at, failed)
          values ($1::date, case when $2 = 0 then app.now() end, least($2, 1))
          on conflict (day) do update set failed = n.failed + least($2, 1),
            finished_at = case when $2 = 0 or n.failed >= 4 then app.now() end`,
      },
      [day, failed],
    );
  }
}
