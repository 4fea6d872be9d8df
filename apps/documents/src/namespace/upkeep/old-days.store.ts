import type { Named, Tx } from '@app/persistence';

/** Days of which a rate of changes reads the counters. */
const rateDays = 30;
/** Lags are read of today and yesterday. */
const lagDays = 2;
const today = `(app.now() at time zone 'UTC')::date`;

/**
 * Counters of older days become one row for each slot. What a namespace holds stays the same, so no mark is set.
 * The order by day keeps Postgres on the index of days, also where it knows nothing of the table.
 */
const sumCounters: Named = {
  name: 'sweep-counters',
  text: `
    with old as (
      delete from namespace_counter where ctid = any(array(
        select ctid from namespace_counter where day > '-infinity' and day < ${today} - ${rateDays}
        order by day limit $1 for update skip locked))
      returning namespace_id, slot, documents, bytes, changes, to_measure
    ), summed as (
      insert into namespace_counter as c (namespace_id, day, slot, documents, bytes, changes, to_measure)
      select namespace_id, '-infinity', slot, sum(documents), sum(bytes), sum(changes), bool_or(to_measure)
      from old group by namespace_id, slot order by namespace_id, slot
      on conflict (namespace_id, day, slot) do update set documents = c.documents + excluded.documents,
        bytes = c.bytes + excluded.bytes, changes = c.changes + excluded.changes, to_measure = c.to_measure or excluded.to_measure
    )
    select count(*)::int as rows from old`,
};

const deleteLags: Named = {
  name: 'sweep-lags',
  text: `
    with old as (
      delete from lag_count where ctid = any(array(
        select ctid from lag_count where day < ${today} - ${lagDays} order by day limit $1 for update skip locked))
      returning 1
    )
    select count(*)::int as rows from old`,
};

/** What is swept by pages, so that no statement grows with the namespaces that were written on a day. */
export const sweeps = [sumCounters, deleteLags];

/** Sweeps a page. @returns how many rows it had */
export async function sweepPage(tx: Tx, statement: Named, rows: number): Promise<number> {
  const { rows: counts } = await tx.query<{ rows: number }>(statement, [rows]);
  return counts[0].rows;
}
