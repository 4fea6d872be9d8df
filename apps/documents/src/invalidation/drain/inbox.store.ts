import type { NamespaceRef } from '@app/contracts';
import type { Queryable, Tx } from '@app/persistence';
import type { OwnFanout } from '../../namespace/settings';
import { RelatedChange } from '../relation/related-change';

/** A namespace whose related changes are moved on. */
export interface InboxNamespace extends NamespaceRef {
  namespaceId: string;
  deleting: boolean;
  fanout: OwnFanout;
}

/** A row of `related_change`. */
export interface InboxRow {
  id: string;
  judgment_id: string;
  /** Attribute of the judged documents; empty for their id. */
  mine: string;
  key: Buffer;
  source: string | null;
  /** Null where the change concerns all documents with a key, and in rows of builds that do not know it. */
  relation: string | null;
  document: string | null;
  changed_at: Date;
  traceparent: string | null;
}

/** Select that finds a row when a namespace has related changes. */
export const relatedChanges = 'select from related_change';

/** The first namespace after another one, by number, that has related changes; null when none has. */
export async function readNextNamespace(from: Queryable, after: string): Promise<string | null> {
  const statement = {
    name: 'related-next-namespace',
    text: 'select min(namespace_id) as id from related_change where namespace_id > $1',
  };
  const { rows } = await from.query<{ id: string | null }>(statement, [after]);
  return rows[0].id;
}

/** Seconds since the oldest related change; 0 when there is none. */
export async function readOldestChangeS(from: Queryable): Promise<number> {
  const { rows } = await from.query<{ age: number }>(
    `select greatest(extract(epoch from app.now() - changed_at), 0)::float8 as age from related_change order by id limit 1`,
  );
  return rows[0]?.age ?? 0;
}

/** @returns null when there is no such namespace any more */
export async function findNamespace(from: Queryable, namespaceId: string): Promise<InboxNamespace | null> {
  const { rows } = await from.query<Omit<InboxNamespace, 'namespaceId'>>(
    'select organization, name as namespace, deleting, fanout from namespace where id = $1',
    [namespaceId],
  );
  return rows.length === 0 ? null : { ...rows[0], namespaceId };
}

/**
 * Takes the lock under which the related changes of a namespace are moved on, until the transaction ends. Rounds are drawn
 * under it and so are committed in their order.
 * @returns whether it was free; with `wait` it always becomes free
 */
export async function lockInbox(tx: Tx, namespaceId: string, wait: boolean): Promise<boolean> {
  const key = `hashtextextended('related_change ' || $1, 0)`;
  const text = wait
    ? `select pg_advisory_xact_lock(${key}) is not null as free`
    : `select pg_try_advisory_xact_lock(${key}) as free`;
  const { rows } = await tx.query<{ free: boolean }>(text, [namespaceId]);
  return rows[0].free;
}

/** The oldest related changes of a namespace. */
export async function readOldestChanges(tx: Tx, namespaceId: string, limit: number): Promise<InboxRow[]> {
  const { rows } = await tx.query<InboxRow>(
    `select id, judgment_id, mine, key, source, relation, document, changed_at, traceparent from related_change
     where namespace_id = $1 order by id limit $2`,
    [namespaceId, limit],
  );
  return rows;
}

export async function forgetChanges(tx: Tx, namespaceId: string, changes: readonly InboxRow[]): Promise<void> {
  await tx.query('delete from related_change where namespace_id = $1 and id = any($2::bigint[])', [
    namespaceId,
    changes.map(({ id }) => id),
  ]);
}

/** Adds related changes of now. */
export async function addChanges(tx: Tx, namespaceId: string, changes: readonly RelatedChange[]): Promise<void> {
  await tx.query(
    `insert into related_change (namespace_id, judgment_id, mine, key, source, relation, document, changed_at)
     select $1, e.judgment, e.mine, decode(e.key, 'hex'), e.source, e.relation, e.document, date_trunc('milliseconds', app.now())
     from jsonb_to_recordset($2::jsonb) e(judgment text, mine text, key text, source text, relation text, document text)`,
    [namespaceId, JSON.stringify(changes)],
  );
}
