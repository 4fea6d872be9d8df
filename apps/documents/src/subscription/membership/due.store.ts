import type { NamespaceRef } from '@app/contracts';
import { type Queryable, type Tx, readOldestAgeS } from '@app/persistence';

/** Documents of one namespace with memberships that are due. */
export interface DueGroup extends NamespaceRef {
  namespaceId: string;
  documents: string[];
}

/** Select that finds a row when a membership is due. */
export const dueMembers = 'select from membership where due_at <= app.now()';

/** Seconds that the oldest due membership has been due; 0 when none is. */
export function readOldestDueS(from: Queryable): Promise<number> {
  return readOldestAgeS(from, 'membership where due_at is not null', 'due_at');
}

/** The memberships that were due first, by namespace. Read without locks, because documents are locked before members. */
export async function findDue(from: Queryable, limit: number): Promise<DueGroup[]> {
  const { rows } = await from.query<DueGroup>(
    {
      name: 'due-find',
      text: `select n.organization, n.name as namespace, n.id as "namespaceId", array_agg(distinct m.document_id) as documents
        from (select namespace_id, document_id from membership where due_at <= app.now() order by due_at limit $1) m
          join namespace n on n.id = m.namespace_id
        group by n.id order by n.id`,
    },
    [limit],
  );
  return rows;
}

/**
 * Locks those documents that no other transaction holds. One that holds a document evaluates its memberships itself, or
 * the next turn does.
 */
export async function lockFreeDocuments(tx: Tx, namespaceId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from document where namespace_id = $1 and id = any($2::text[]) order by id for update skip locked',
    [namespaceId, ids],
  );
  return rows.map(({ id }) => id);
}

export interface DueRow {
  subscription_id: string;
  document_id: string;
  /** The database's clock, in milliseconds since 1970. */
  nowMs: number;
}

/** The due memberships of locked documents. */
export async function readDue(tx: Tx, namespaceId: string, ids: readonly string[]): Promise<DueRow[]> {
  const { rows } = await tx.query<DueRow>(
    `select subscription_id, document_id, floor(extract(epoch from app.now()) * 1000)::float8 as "nowMs" from membership
     where namespace_id = $1 and document_id = any($2::text[]) and due_at <= app.now()`,
    [namespaceId, ids],
  );
  return rows;
}
