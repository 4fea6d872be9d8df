import { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { LastChanges, RateDay, changesPerDay, rateDays, wholeDays } from './change-rate';
import { Selected } from './scan-sql';

export interface Totals {
  count: number;
  /** Their changes a day, new ones included. */
  changesPerDay: number;
  /** Whole days in which changes were observed, from 0 to 30. */
  observedDays: number;
}

/** Documents, and by the day of their last change those of the observed days. */
interface Counted {
  count: number;
  byDay: ReadonlyMap<string, LastChanges>;
}

interface History {
  documents: number;
  observed: number;
  days: (Pick<RateDay, 'growth' | 'changes'> & { day: string })[];
}

export const today = `(app.now() at time zone 'UTC')::date`;
/** A select of its own, so that it is computed once and not for each document. */
const firstMoment = `(select (${today} - ${rateDays - 1})::timestamp at time zone 'UTC')`;
const unchanged: LastChanges = { made: 0, changed: 0 };

/**
 * How many documents are selected, and how often they change.
 * @param select builds the selection anew: each statement has parameters of its own
 */
export async function readTotals(from: Queryable, namespaceId: string, select: () => Selected): Promise<Totals> {
  const selected = await countByDay(from, select());
  const history = await readHistory(from, namespaceId);
  const { documents, observed, days } = history;
  const hasChanges = selected.count > 0 && days.some(({ changes }) => changes > 0);
  const isEverything = selected.count >= documents;
  const all = hasChanges && !isEverything ? await countByDay(from, changedOf(namespaceId)) : selected;
  const rateDaysOf = days.map((day) => ({ ...day, all: lastOf(all, day), selected: lastOf(selected, day) }));
  const share = documents > 0 ? Math.min(1, selected.count / documents) : 0;
  return {
    count: selected.count,
    changesPerDay: hasChanges ? changesPerDay({ days: rateDaysOf, observed, share }) : 0,
    observedDays: wholeDays(observed),
  };
}

function lastOf({ byDay }: Counted, { day }: { day: string }): LastChanges {
  return byDay.get(day) ?? unchanged;
}

async function countByDay(from: Queryable, { sql, scope }: Selected): Promise<Counted> {
  const { rows } = await from.query<{ day: string | null; documents: number; made: number }>(
    `select case when d.updated_at >= ${firstMoment} then (d.updated_at at time zone 'UTC')::date::text end as day,
       count(*)::float8 as documents, (count(*) filter (where d.version = d.born))::float8 as made
     ${sql} group by 1`,
    scope.params,
  );
  const byDay = new Map<string, LastChanges>();
  for (const { day, documents, made } of rows) if (day !== null) byDay.set(day, { made, changed: documents - made });
  return { count: rows.reduce((sum, { documents }) => sum + documents, 0), byDay };
}

/** The documents of a namespace that changed on one of the observed days. */
function changedOf(namespaceId: string): Selected {
  const scope = new SqlScope({ firstParam: 1, namespaceId, judgment: () => undefined });
  const sql = `from document d where d.namespace_id = ${scope.namespaceParam()} and d.updated_at >= ${firstMoment}`;
  return { sql, scope };
}

/** What a namespace's counters hold of the observed days: those since its first write, at most 30, today included. */
async function readHistory(from: Queryable, namespaceId: string): Promise<History> {
  const { rows } = await from.query<Omit<History, 'days'> & History['days'][number]>(
    `select o.documents, least(${rateDays}, extract(epoch from app.now() - o.since) / 86400)::float8 as observed,
       d.day::date::text as day, coalesce(c.growth, 0) as growth, coalesce(c.changes, 0) as changes
     from (
       select coalesce((select sum(documents) from namespace_counter where namespace_id = n.id), 0)::float8 as documents,
         ${sinceOf('n')} as since
       from namespace n where id = $1
     ) o
     cross join lateral generate_series(
       greatest((o.since at time zone 'UTC')::date, ${today} - ${rateDays - 1})::timestamp, ${today}::timestamp, '1 day') d(day)
     left join (
       select day, sum(documents)::float8 as growth, sum(changes)::float8 as changes from namespace_counter
       where namespace_id = $1 and day > ${today} - ${rateDays} group by day
     ) c on c.day = d.day::date
     order by d.day`,
    [namespaceId],
  );
  const { documents = 0, observed = 0 } = rows[0] ?? {};
  return { documents, observed, days: rows };
}

/** When the changes of a namespace began to be observed: with it, or on the day of its first write. */
export function sinceOf(namespace: string): string {
  const first = `select min(day)::timestamp at time zone 'UTC' from namespace_counter where namespace_id = ${namespace}.id`;
  return `least(app.now(), greatest(${namespace}.created_at, (${first})))`;
}
