import { DetectableGain } from '@app/contracts/calibration';
import { Named, Queryable } from '@app/persistence';
import { LabelsKey, TableKey, labelsValues, tableValues } from '../sample/key';

/** How far an open run is. */
export interface RunProgress {
  done: number;
  total: number;
  rows_left: number;
}

const progress: Named = {
  name: 'alternative-state-progress',
  text: `
    select j.done::int as done, j.total::int as total,
      (select count(*)::int from alternative_run_row w where w.run = r.run and w.state in ('waiting', 'asked')) as rows_left
    from alternative_run r join job j on j.id = r.job where r.run = $1`,
};

const usedIn: Named = {
  name: 'alternative-state-used-in',
  text: `
    select max(month) as month from alternative_score where organization = $1 and judgment_id = $2 and scope = $3
      and version = $4 and engine_version = $5 and in_k and month < $6`,
};

const quoted: Named = {
  name: 'alternative-state-quoted',
  text: `
    select detectable from alternative_run where organization = $1 and judgment_id = $2 and scope = $3 and not free
      and to_char(started_at at time zone 'utc', 'YYYY-MM') = $4
    order by started_at desc limit 1`,
};

/** @returns null when the run has ended meanwhile */
export async function readProgress(from: Queryable, run: string): Promise<RunProgress | null> {
  return (await from.query<RunProgress>(progress, [run])).rows[0] ?? null;
}

/** The latest earlier month in which the same labels served; null when none did. */
export async function readUsedIn(from: Queryable, key: LabelsKey, month: string): Promise<string | null> {
  return (await from.query<{ month: string | null }>(usedIn, [...labelsValues(key), month])).rows[0].month;
}

/** What the latest quote that was confirmed in a month said could be detected. */
export async function readQuoted(from: Queryable, key: TableKey, month: string): Promise<DetectableGain | null> {
  const { rows } = await from.query<{ detectable: DetectableGain | null }>(quoted, [...tableValues(key), month]);
  return rows[0]?.detectable ?? null;
}
