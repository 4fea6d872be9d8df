import type { NamespaceRef } from '@app/contracts';
import { type Queryable, type Tx, readOldestAgeS } from '@app/persistence';
import { NamespaceInForce } from '../namespace/snapshot/in-force';
import { groupsOf } from './compiled-group';

/**
 * Has documents counted again after answers of them changed, in the transaction of the change; nothing when no group reads
 * the judgments.
 */
export async function markDirty(
  tx: Tx,
  { namespaceId, inForce }: NamespaceInForce,
  judgmentIds: readonly string[],
  documents: readonly string[],
): Promise<void> {
  const { judgmentIds: read } = groupsOf(inForce);
  if (read.size === 0 || documents.length === 0 || !judgmentIds.some((id) => read.has(id))) return;
  await tx.query(
    `insert into group_dirty (namespace_id, document_id, changed_at)
     select $1, id, date_trunc('milliseconds', app.now()) from unnest($2::text[]) x(id)`,
    [namespaceId, [...new Set(documents)]],
  );
}

/** A namespace whose groups are counted. */
export interface CountedNamespace extends NamespaceRef {
  namespaceId: string;
  deleting: boolean;
}

/** A row of `group_dirty`. */
export interface DirtyRow {
  id: string;
  document_id: string;
  changed_at: Date;
}

/** Select that finds a row when a document is to be counted again. */
export const dirtyDocuments = 'select from group_dirty';

/** Seconds that the oldest document has waited to be counted again; 0 when none does. */
export function readOldestDirtyS(from: Queryable): Promise<number> {
  return readOldestAgeS(from, 'group_dirty', 'changed_at');
}

/** The first namespace after another one, by number, with documents to count again; null when none has. */
export async function readNextDirtyNamespace(from: Queryable, after: string): Promise<string | null> {
  const statement = {
    name: 'group-next-namespace',
    text: 'select min(namespace_id) as id from group_dirty where namespace_id > $1',
  };
  const { rows } = await from.query<{ id: string | null }>(statement, [after]);
  return rows[0].id;
}

/** @returns null when there is no such namespace any more */
export async function findCounted(from: Queryable, namespaceId: string): Promise<CountedNamespace | null> {
  const { rows } = await from.query<Omit<CountedNamespace, 'namespaceId'>>(
    'select organization, name as namespace, deleting from namespace where id = $1',
    [namespaceId],
  );
  return rows.length === 0 ? null : { ...rows[0], namespaceId };
}

/** Takes the lock under which the groups of a namespace are counted, until the transaction ends. */
export async function lockGroups(tx: Tx, namespaceId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('group ' || $1, 0))`, [namespaceId]);
}

/** Takes the same lock if it is free. @returns whether it was */
export async function tryLockGroups(tx: Tx, namespaceId: string): Promise<boolean> {
  const { rows } = await tx.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('group ' || $1, 0)) as free`,
    [namespaceId],
  );
  return rows[0].free;
}

/** The documents that wait longest, with repeats. */
export async function readOldestDirty(tx: Tx, namespaceId: string, limit: number): Promise<DirtyRow[]> {
  const { rows } = await tx.query<DirtyRow>(
    `select id, document_id, changed_at from group_dirty where namespace_id = $1 order by changed_at, id limit $2`,
    [namespaceId, limit],
  );
  return rows;
}

export async function forgetDirty(tx: Tx, namespaceId: string, rows: readonly DirtyRow[]): Promise<void> {
  await tx.query(
    `delete from group_dirty d using unnest($2::timestamptz[], $3::bigint[]) x(changed_at, id)
     where d.namespace_id = $1 and d.changed_at = x.changed_at and d.id = x.id`,
    [namespaceId, rows.map(({ changed_at: at }) => at), rows.map(({ id }) => id)],
  );
}
