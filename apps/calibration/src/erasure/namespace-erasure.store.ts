import { NamespaceRef } from '@app/contracts';
import { NamespaceDeleted } from '@app/contracts/documents';
import { Queryable } from '@app/persistence';

/**
 * What a deleted namespace leaves here, in the order in which it is erased. Fits go before the judgments that name them:
 * those of the namespace's own judgments and of its detached copies, with their samples. A template's fits stay, since they
 * also stand on other namespaces; so do the scores of its alternatives. A run that is open is ended by its worker first.
 */
const leftovers = [
  { table: 'outcome', where: 'organization = $1 and namespace = $2' },
  { table: 'open_window', where: 'organization = $1 and namespace = $2' },
  { table: 'queue_item', where: 'organization = $1 and namespace = $2' },
  { table: 'answer_count', where: 'organization = $1 and namespace = $2' },
  { table: 'answer_week', where: 'organization = $1 and namespace = $2' },
  { table: 'alternative_answer', where: 'organization = $1 and namespace = $2' },
  { table: 'alternative', where: 'organization = $1 and scope = $2' },
  { table: 'alternative_quote', where: 'organization = $1 and scope = $2' },
  { table: 'alternative_score', where: 'organization = $1 and scope = $2' },
  { table: 'alternative_month', where: 'organization = $1 and scope = $2' },
  { table: 'alternative_run', where: `organization = $1 and scope = $2 and state = 'ended'` },
  // A quote of a template may name documents of the namespace; its reader asks for another one.
  {
    table: 'repeat_run',
    where: `organization = $1 and (scope = $2 and state in ('quoted', 'ended') or state = 'quoted'
      and right(scope, 1) = '*' and starts_with($2, left(scope, -1)))`,
  },
  {
    table: 'fit',
    where: `organization = $1 and (scope = $2 or scope = '' and judgment_id in (
      select judgment_id from judgment where organization = $1 and scope = $2 and kind = 'judgment' and copied is null))`,
  },
  { table: 'judgment', where: 'organization = $1 and scope = $2' },
] as const;

/** Tables with rows of a namespace, in the order in which they are erased. */
export const erasedTables = leftovers.map(({ table }) => table);

/**
 * Marks a namespace for erasure.
 * @returns whether rows of this deletion may be left; false when it was applied before, or when a later one was
 */
export async function beginErasure(
  on: Queryable,
  { organization, namespace, revision }: NamespaceDeleted,
): Promise<boolean> {
  const { rows } = await on.query<{ erasing: boolean }>(
    `with begun as (
       insert into namespace_erasure as e (organization, namespace, revision, erasing) values ($1, $2, $3, true)
       on conflict (organization, namespace) do update set revision = excluded.revision, erasing = true
         where e.revision < excluded.revision returning erasing)
     select erasing from begun union all
     select erasing from namespace_erasure where organization = $1 and namespace = $2 and revision = $3 and erasing`,
    [organization, namespace, revision],
  );
  return rows.length > 0;
}

/** Erases up to `limit` rows of a table in one statement. @returns how many it erased */
export async function eraseRows(
  on: Queryable,
  table: (typeof erasedTables)[number],
  { organization, namespace }: NamespaceRef,
  limit: number,
): Promise<number> {
  const { where } = leftovers.find((one) => one.table === table)!;
  const { rowCount } = await on.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit $3))`,
    [organization, namespace, limit],
  );
  return rowCount ?? 0;
}

/** Ends an erasure. @returns false while rows are left */
export async function endErasure(on: Queryable, { organization, namespace }: NamespaceRef): Promise<boolean> {
  const left = leftovers.map(({ table, where }) => `exists (select from ${table} where ${where})`).join(' or ');
  const { rows } = await on.query<{ erasing: boolean }>(
    `update namespace_erasure set erasing = (${left}) where organization = $1 and namespace = $2 returning erasing`,
    [organization, namespace],
  );
  return rows.every(({ erasing }) => !erasing);
}
