import type { NamespaceRef } from '@app/contracts';
import type { Queryable, Tx } from '@app/persistence';
import { firstChunkSql } from '../../document/chunk-bytes';

/** How many documents a namespace holds, by its counters. */
export async function countDocuments(from: Queryable, namespaceId: string): Promise<number> {
  const { rows } = await from.query<{ n: string }>(
    'select coalesce(sum(documents), 0) as n from namespace_counter where namespace_id = $1',
    [namespaceId],
  );
  return Number(rows[0].n);
}

/** The ids of the next documents by key. */
export async function readNextIds(from: Queryable, namespaceId: string, limit: number): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(
    firstChunkSql('select id, bytes from document where namespace_id = $1 order by id limit $2'),
    [namespaceId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Erases documents, which the caller has locked, with their attributes, answers and memberships. */
export async function eraseDocuments(
  tx: Tx,
  namespaceId: string,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> {
  const values = [namespaceId, ids];
  for (const table of ['attribute', 'answer', 'membership']) {
    await tx.query(`delete from ${table} where namespace_id = $1 and document_id = any($2::text[])`, values);
  }
  const { rows } = await tx.query<{ id: string; version: string }>(
    'delete from document where namespace_id = $1 and id = any($2::text[]) returning id, version',
    values,
  );
  return rows.map(({ id, version }) => ({ id, version: Number(version) }));
}

/** Tables whose rows may have no document. Each has the namespace in a key, so one statement deletes a piece. */
export const leftovers = [
  'answer',
  'membership',
  'attribute',
  'attribute_pair',
  'pair_index',
  'fanout_walk',
  'fanout_turn',
  'related_change',
  'left_out',
  'link',
  'link_name',
  'group_dirty',
  'group_build',
  'group_member',
  'group_value',
  'namespace_counter',
  'lag_count',
  'metered',
  'image',
] as const;

/** Deletes rows of a namespace. @returns how many; fewer than `limit` when none is left */
export async function eraseRows(
  from: Queryable,
  table: (typeof leftovers)[number],
  namespaceId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await from.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where namespace_id = $1 limit $2))`,
    [namespaceId, limit],
  );
  return rowCount ?? 0;
}

/** Deletes the namespace's own groups; those of a prefix stay. @returns how many */
export async function eraseGroups(tx: Tx, { organization, namespace }: NamespaceRef): Promise<number> {
  const values = [organization, namespace];
  const { rowCount } = await tx.query('delete from group_definition where organization = $1 and scope = $2', values);
  return rowCount ?? 0;
}

/** Deletes the namespace's own subscriptions and the walks over it; those of a prefix stay. @returns how many */
export async function eraseSubscriptions(tx: Tx, { organization, namespace }: NamespaceRef): Promise<number> {
  const values = [organization, namespace];
  await tx.query('delete from subscription_walk where organization = $1 and scope = $2', values);
  const { rowCount } = await tx.query('delete from subscription where organization = $1 and scope = $2', values);
  return rowCount ?? 0;
}

/** Deletes the namespace's row with everything that refers to it. */
export async function eraseNamespace(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  namespaceId: string,
): Promise<void> {
  for (const table of leftovers) await tx.query(`delete from ${table} where namespace_id = $1`, [namespaceId]);
  await tx.query('delete from deferral where organization = $1 and namespace = $2', [organization, namespace]);
  await tx.query('delete from namespace where id = $1', [namespaceId]);
  // Its document in a summary goes by the next sweep.
  await tx.query(
    `update summary s set next_at = app.now() where s.organization = $1
       and exists (select from summary_document d where d.summary_id = s.id and d.tenant = $2)`,
    [organization, namespace],
  );
}
