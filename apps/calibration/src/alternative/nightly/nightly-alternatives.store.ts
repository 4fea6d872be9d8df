import { Named, Queryable } from '@app/persistence';
import { TableKey } from '../sample/key';

/** A judgment that a night looks at. */
export interface DueTable extends TableKey {
  name: string;
}

/** Judgments of one page. */
export const pageSize = 100;

const own = `j.kind = 'judgment' and not j.archived and coalesce(jsonb_array_length(j.parts), 0) = 0
      and (j.organization, j.judgment_id, j.scope) > ($2, $3, $4)`;
const page = `order by j.organization, j.judgment_id, j.scope limit ${pageSize}`;
const columns = 'j.organization, j.judgment_id, j.scope, j.name';
const same = '(j.organization, j.judgment_id, j.scope)';
const isFitted = `exists (select from fit f where (f.organization, f.judgment_id, f.version) = (j.organization, j.judgment_id,
      j.active_version) and f.scope = case when j.copied is null then '' else j.scope end and (f.labels->>'count')::int >= $5)`;

/** Tables with scores of the month: their labels may have changed since. */
const recounted: Named = {
  name: 'alternative-night-recounted',
  text: `
    select ${columns} from judgment j where ${own} and $5::int = 0
      and exists (select from alternative_score s where (s.organization, s.judgment_id, s.scope) = ${same} and s.month = $1
        and s.version = j.active_version) ${page}`,
};

/** Judgments whose setting asks for a run by itself, and that had none this month. */
const automatic: Named = {
  name: 'alternative-night-automatic',
  text: `
    select ${columns} from judgment j where ${own} and j.alternatives->>'automatic' = 'true' and ${isFitted}
      and not exists (select from alternative_score s where (s.organization, s.judgment_id, s.scope) = ${same}
        and s.month = $1 and s.in_k)
      and not exists (select from alternative_run r where (r.organization, r.judgment_id, r.scope) = ${same}
        and r.state <> 'ended' and not r.free) ${page}`,
};

/** Judgments whose narrowings nobody has looked at this month, or only before a paid run fixed the labels of the month. */
const tuned: Named = {
  name: 'alternative-night-tuned',
  text: `
    select ${columns} from judgment j where ${own} and ${isFitted}
      and not exists (select from alternative_month m where (m.organization, m.judgment_id, m.scope) = ${same}
        and m.month = $1 and m.version = j.active_version and m.tuned_at >= coalesce(m.frozen_at, m.tuned_at))
      and not exists (select from alternative_run r where (r.organization, r.judgment_id, r.scope) = ${same}
        and r.state <> 'ended' and r.free) ${page}`,
};

const asked: Named = {
  name: 'alternative-night-asked',
  text: `
    select count(*)::int as n from alternative_run r join alternative_answer a on a.run = r.run
    where r.organization = $1 and r.free and to_char(r.started_at at time zone 'utc', 'YYYY-MM') = $2 and a.skipped is null`,
};

const due = { recounted, automatic, tuned };
export type NightlyWork = keyof typeof due;

/** A page of judgments for a kind of work. @param minLabels labels that the fit must have @param after the last one before */
export async function readDueTables(
  from: Queryable,
  work: NightlyWork,
  month: string,
  minLabels: number,
  after: TableKey | null,
): Promise<DueTable[]> {
  const { organization = '', judgment_id = '', scope = '' } = after ?? {};
  return (await from.query<DueTable>(due[work], [month, organization, judgment_id, scope, minLabels])).rows;
}

/** Free asks of an organization in a month. */
export async function countFreeAsks(from: Queryable, organization: string, month: string): Promise<number> {
  return (await from.query<{ n: number }>(asked, [organization, month])).rows[0].n;
}
