import type { NamespaceRef } from '@app/contracts';
import type { Queryable } from '@app/persistence';
import { Selected } from './scan-sql';

/** Days over which the rate of changes is measured. */
const rateDays = 30;

export interface Totals {
  count: number;
  changesPerDay: number;
}

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
 * How many documents are selected, and how often they change: the namespace's changes of the last 30 days, or since it
 * exists, divided among its documents.
 */
export async function scanTotals(from: Queryable, { sql, scope }: Selected): Promise<Totals> {
  const namespace = scope.namespaceParam();
  const { rows } = await from.query<{ matching: string; documents: string; changes: string; age_days: number }>(
    `select (select count(*) ${sql}) as matching,
       (select coalesce(sum(documents), 0) from namespace_counter where namespace_id = ${namespace}) as documents,
       (select coalesce(sum(changes), 0) from namespace_counter
         where namespace_id = ${namespace} and day > (app.now() at time zone 'UTC')::date - ${rateDays}) as changes,
       (select extract(epoch from app.now() - created_at)::float8 / 86400 from namespace where id = ${namespace}) as age_days`,
    scope.params,
  );
  const [{ matching, documents, changes, age_days }] = rows;
  const days = Math.min(rateDays, Math.max(1, age_days));
  const share = Number(documents) > 0 ? Number(matching) / Number(documents) : 0;
  return { count: Number(matching), changesPerDay: (Number(changes) / days) * Math.min(1, share) };
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

/** The documents of all namespaces of a template prefix, and their changes. */
export async function readPrefixTotals(from: Queryable, { organization, namespace }: NamespaceRef): Promise<Totals> {
  const { rows } = await from.query<{ documents: string; changes_per_day: number }>(
    `select coalesce(sum(documents), 0) as documents,
       coalesce(sum(changes / least(${rateDays}, greatest(1, age_days))) filter (where documents > 0), 0)::float8 as changes_per_day
     from (
       select sum(c.documents) as documents, extract(epoch from app.now() - n.created_at) / 86400 as age_days,
         coalesce(sum(c.changes) filter (where c.day > (app.now() at time zone 'UTC')::date - ${rateDays}), 0) as changes
       from namespace n join namespace_counter c on c.namespace_id = n.id
       where n.organization = $1 and starts_with(n.name, $2) and not n.deleting
       group by n.id) each`,
    [organization, namespace.slice(0, -1)],
  );
  return { count: Number(rows[0].documents), changesPerDay: Number(rows[0].changes_per_day) };
}
