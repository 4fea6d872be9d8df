import type { Named, Queryable, Tx } from '@app/persistence';

/** Namespaces with counters that a write has touched, new ones, and those that were pinned or freed. */
const find: Named = {
  name: 'meter-changed',
  text: `
    select namespace_id as id from (
      (select distinct namespace_id from namespace_counter where to_measure and namespace_id > $1 order by namespace_id limit $2)
      union
      (select id from namespace where measured_pinned is distinct from pinned and id > $1 order by id limit $2)
    ) changed order by namespace_id limit $2`,
};

/**
 * Statements that take the marks away. What is read after them holds all that the marks stood for. They wait for nobody:
 * what a write has locked stays marked, for the next look.
 */
const take: Named[] = [
  {
    name: 'meter-take-counters',
    text: `
      update namespace_counter c set to_measure = false
      from (
        select namespace_id, day, slot from namespace_counter
        where to_measure and namespace_id = any($1::bigint[]) for update skip locked
      ) marked
      where c.namespace_id = marked.namespace_id and c.day = marked.day and c.slot = marked.slot`,
  },
  {
    name: 'meter-take-settings',
    text: `
      update namespace set measured_pinned = pinned
      where id = any(array(
        select id from namespace
        where measured_pinned is distinct from pinned and id = any($1::bigint[]) for update skip locked))`,
  },
];

/** The next namespaces after an id of which something changed since they were measured, by id. */
export async function readChangedAfter(from: Queryable, after: string, limit: number): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(find, [after, limit]);
  return rows.map(({ id }) => id);
}

/** Takes the marks of changed namespaces away, in the transaction that measures them afterwards. */
export async function takeMarks(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const statement of take) await tx.query(statement, [ids]);
}
