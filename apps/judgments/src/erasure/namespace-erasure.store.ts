import { NamespaceDeleted } from '@app/contracts/documents';
import type { Queryable, Tx } from '@app/persistence';

/** Tables whose rows have a compact namespace id. The queues come first, so that nothing more is recorded. */
export const erasedTables = [
  'pending',
  'scoring_ask',
  'turn',
  'head',
  'answer',
  'answer_keeping',
  'context',
  'kept_context',
  'statistic',
  'erased_image',
  'engine_used',
  'deferral',
  'rolling_use',
  'rolling',
] as const;

/**
 * Marks a deleted namespace and resets its settings, overrides and the combiners of its detached copies.
 * @returns false when the namespace has this revision or a greater one: it was created again, or this deletion was
 *   applied before
 */
export async function beginErasure(tx: Tx, { organization, namespace, revision }: NamespaceDeleted): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into namespace as n (organization, name, revision, erasing) values ($1, $2, $3, true)
     on conflict (organization, name) do update
       set revision = excluded.revision, default_engine = null, fanout = '{}', fanout_held = false, paused = false,
         erasing = true
     where n.revision < excluded.revision`,
    [organization, namespace, revision],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `delete from judgment_override o using judgment j where j.id = o.judgment_id and j.organization = $1 and o.scope = $2`,
    [organization, namespace],
  );
  await tx.query(
    `delete from combiner c using judgment j where j.id = c.judgment_id and j.organization = $1 and c.scope = $2`,
    [organization, namespace],
  );
  return true;
}

/** The compact id of a namespace that still has rows to erase for this deletion, or null. */
export async function findNamespaceToErase(
  db: Queryable,
  { organization, namespace, revision }: NamespaceDeleted,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'select id from namespace where organization = $1 and name = $2 and revision = $3 and erasing',
    [organization, namespace, revision],
  );
  return rows[0]?.id ?? null;
}

/** Erases up to `limit` rows in one statement. @returns how many it erased */
export async function eraseRows(
  db: Queryable,
  table: (typeof erasedTables)[number],
  id: string,
  limit: number,
): Promise<number> {
  // A ctid is unique within a partition only, so one statement erases rows of one partition.
  const { rowCount } = await db.query(
    `with part as materialized (select tableoid as oid from ${table} where namespace_id = $1 limit 1)
     delete from ${table} where namespace_id = $1 and tableoid = (select oid from part) and ctid = any(array(
       select ctid from ${table} where namespace_id = $1 and tableoid = (select oid from part) limit $2))`,
    [id, limit],
  );
  return rowCount ?? 0;
}

/** Ends an erasure. @returns false while rows are left */
export async function endErasure(db: Queryable, id: string): Promise<boolean> {
  const left = erasedTables.map((table) => `exists (select from ${table} where namespace_id = $1)`).join(' or ');
  const { rowCount } = await db.query(
    `update namespace set erasing = false where id = $1 and erasing and not (${left})`,
    [id],
  );
  if (rowCount === 1) return true;
  const { rows } = await db.query<{ erasing: boolean }>('select erasing from namespace where id = $1', [id]);
  return !rows[0].erasing;
}
