import type { NamespaceRef } from '@app/contracts';
import type { Queryable } from '@app/persistence';
import { perDay, rateDays, wholeDays } from './change-rate';
import { Selected } from './scan-sql';
import { Totals, sinceOf, today } from './totals.store';

/** Ids of selected documents after one, in their order. */
export async function scanPage(
  from: Queryable,
  { sql, scope }: Selected,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const start = `${scope.param(after)}::text`;
  const { rows } = await from.query<{ id: string }>(
    `select d.id ${sql} and (${start} is null or d.id > ${start}) order by d.id limit ${scope.param(limit)}::int`,
    scope.params,
  );
  return rows.map(({ id }) => id);
}

/**
 * Names of the namespaces of a template prefix, in their order.
 * @param holding only those with documents
 */
export async function readPrefixPage(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  { after, limit, holding }: { after: string | null; limit: number; holding: boolean },
): Promise<string[]> {
  const { rows } = await from.query<{ name: string }>(
    `select name from namespace n where organization = $1 and starts_with(name, $2) and not deleting
       and ($3::text is null or name > $3) and (not $5 or exists (select from document d where d.namespace_id = n.id))
     order by name limit $4::int`,
    [organization, namespace.slice(0, -1), after, limit, holding],
  );
  return rows.map(({ name }) => name);
}

/**
 * The documents of all namespaces of a template prefix, and their changes. Those of documents that existed already are a mean
 * over each namespace's own days; new ones are counted over all namespaces together, over the days of the oldest.
 */
export async function readPrefixTotals(from: Queryable, { organization, namespace }: NamespaceRef): Promise<Totals> {
  const { rows } = await from.query<PrefixDay>(
    `with each as materialized (
       select n.id, least(${rateDays}, extract(epoch from app.now() - ${sinceOf('n')}) / 86400)::float8 as observed,
         (select sum(documents) from namespace_counter where namespace_id = n.id)::float8 as documents
       from namespace n where n.organization = $1 and starts_with(n.name, $2) and not n.deleting
     ), holding as materialized (select * from each where documents > 0),
     total as (select coalesce(sum(documents), 0) as documents, coalesce(max(observed), 0) as observed from holding),
     counted as (
       select c.namespace_id, c.day, sum(c.changes) as changes, least(sum(c.changes), greatest(sum(c.documents), 0)) as made
       from namespace_counter c where c.namespace_id in (select id from holding) and c.day > ${today} - ${rateDays} group by 1, 2
     )
     select t.documents, t.observed, coalesce(sum(c.made), 0)::float8 as made,
       coalesce(sum((c.changes - c.made) / greatest(1, h.observed)), 0)::float8 as changed
     from total t
       cross join lateral generate_series(
         greatest(((app.now() - t.observed * interval '1 day') at time zone 'UTC')::date, ${today} - ${rateDays - 1})::timestamp,
         ${today}::timestamp, '1 day') d(day)
       left join counted c on c.day = d.day::date
       left join holding h on h.id = c.namespace_id
     group by t.documents, t.observed, d.day`,
    [organization, namespace.slice(0, -1)],
  );
  const [{ documents, observed }] = rows;
  const made = rows.map((day) => day.made);
  const changed = rows.reduce((sum, day) => sum + day.changed, 0);
  return { count: documents, changesPerDay: perDay(made, changed), observedDays: wholeDays(observed) };
}

/** A day of a prefix: `changed` is its part of a mean over each namespace's observed days. */
interface PrefixDay {
  documents: number;
  observed: number;
  made: number;
  changed: number;
}
