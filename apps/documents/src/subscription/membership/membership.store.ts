import type { MembershipCause } from '@app/contracts/events';
import type { Named, Queryable, Tx } from '@app/persistence';
import { MemberRow, NextRow } from './transition';

interface Row {
  subscription_id: string;
  document_id: string;
  matching: boolean;
  held: boolean;
  released: boolean;
  cause: MembershipCause | null;
  next_at_ms: string | null;
}

const read: Named = {
  name: 'members-read',
  text: `select subscription_id, document_id, matching, held_until is not null as held,
      coalesce(held_until <= least(app.now(), next_at), false) as released, cause,
      floor(extract(epoch from next_at) * 1000)::bigint as next_at_ms
    from membership where namespace_id = $1 and document_id = any($2::text[])
      and ($3::bigint[] is null or subscription_id = any($3::bigint[]))`,
};

/** Key of a membership in the maps of this folder. */
export function memberKey(subscriptionId: string, documentId: string): string {
  return `${subscriptionId} ${documentId}`;
}

/**
 * The memberships of some documents.
 * @param subscriptions ids; null for all
 * @returns rows by `memberKey`
 */
export async function readMembers(
  from: Queryable,
  namespaceId: string,
  documents: readonly string[],
  subscriptions: readonly string[] | null,
): Promise<Map<string, MemberRow & { subscriptionId: string; documentId: string }>> {
  const { rows } = await from.query<Row>(read, [namespaceId, documents, subscriptions]);
  return new Map(
    rows.map(({ subscription_id: subscriptionId, document_id: documentId, next_at_ms, ...row }) => [
      memberKey(subscriptionId, documentId),
      { ...row, subscriptionId, documentId, nextAtMs: next_at_ms === null ? null : Number(next_at_ms) },
    ]),
  );
}

export interface MemberChange {
  subscriptionId: string;
  documentId: string;
  /** Null deletes the row. */
  row: NextRow | null;
}

/** Writes and deletes rows under the documents' locks. The database's clock measures holds. */
export async function changeMembers(tx: Tx, namespaceId: string, changes: readonly MemberChange[]): Promise<void> {
  const put = changes.flatMap(({ row, ...key }) => (row ? [{ ...key, ...row }] : []));
  const deleted = changes.filter(({ row }) => row === null);
  if (put.length > 0) {
    await tx.query(putMembers, [
      namespaceId,
      put.map(({ subscriptionId }) => subscriptionId),
      put.map(({ documentId }) => documentId),
      put.map(({ matching }) => matching),
      put.map(({ hold }) => (hold === 'keep' ? keptHold : (hold?.ms ?? null))),
      put.map(({ cause }) => cause),
      put.map(({ nextAtMs }) => nextAtMs),
    ]);
  }
  if (deleted.length > 0) {
    await tx.query(
      `delete from membership m using unnest($2::bigint[], $3::text[]) x(subscription_id, document_id)
       where m.namespace_id = $1 and m.subscription_id = x.subscription_id and m.document_id = x.document_id`,
      [namespaceId, deleted.map(({ subscriptionId }) => subscriptionId), deleted.map(({ documentId }) => documentId)],
    );
  }
}

/** A hold in milliseconds is never negative; this one means that the row keeps its hold. */
const keptHold = -1;

const putMembers = `
insert into membership as m (namespace_id, subscription_id, document_id, matching, entered_at, held_until, cause, next_at)
select $1, subscription_id, document_id, matching, case when matching then app.now() end,
  case when hold < 0 then '-infinity' else app.now() + hold * interval '1 millisecond' end, cause, to_timestamp(next_at / 1000)
from unnest($2::bigint[], $3::text[], $4::boolean[], $5::float8[], $6::text[], $7::float8[])
  x(subscription_id, document_id, matching, hold, cause, next_at)
on conflict (namespace_id, subscription_id, document_id) do update set matching = excluded.matching,
  entered_at = case when m.matching and excluded.matching then m.entered_at else excluded.entered_at end,
  held_until = case when excluded.held_until = '-infinity' then m.held_until else excluded.held_until end,
  cause = excluded.cause, next_at = excluded.next_at`;

/** Draws numbers that grow with every change of a membership, under the documents' locks. */
export async function drawSequence(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await tx.query<{ n: string }>(
    `select nextval('subscription_sequence') as n from generate_series(1, $1::int)`,
    [count],
  );
  return rows.map(({ n }) => Number(n));
}

/** Deletes rows of a deleted subscription. @returns how many; fewer than `limit` when none is left */
export async function eraseMembers(
  from: Queryable,
  namespaceId: string,
  subscriptionId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await from.query(
    `delete from membership where namespace_id = $1 and subscription_id = $2 and document_id = any(array(
       select document_id from membership where namespace_id = $1 and subscription_id = $2 limit $3))`,
    [namespaceId, subscriptionId, limit],
  );
  return rowCount ?? 0;
}
