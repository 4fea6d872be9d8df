import type { JsonObject } from '@app/json';
import { Queryable } from '@app/persistence';
import type { Tx } from '@app/persistence';
import { AnswerRow, answersSql, parseAnswers } from '../answer/answer-row';
import { StoredDocument } from '../document/document';
import { MembershipCause } from '../subscription-index/compiled-subscription';
import { MemberRow, NextRow } from './transition';

export interface DocumentWithAnswers {
  document: StoredDocument;
  answers: Map<string, AnswerRow>;
}

interface Row {
  id: string;
  version: string;
  attributes: JsonObject;
  state: JsonObject;
  images: JsonObject;
  bytes: number;
  created_at: Date;
  updated_at: Date;
  answers: string | null;
}

export async function isPaused(from: Queryable, namespaceId: string): Promise<boolean> {
  const { rows } = await from.query<{ paused: boolean }>('select paused from namespace where id = $1', [namespaceId]);
  return rows[0]?.paused ?? false;
}

/** Documents with all their answers, as of one snapshot. */
export async function documentsWithAnswers(
  from: Queryable,
  namespaceId: string,
  ids: string[],
): Promise<DocumentWithAnswers[]> {
  const { rows } = await from.query<Row>(
    {
      name: 'documents-with-answers',
      text: `select d.id, d.version, d.attributes, d.state, d.images, d.bytes, d.created_at, d.updated_at, ${answersSql()} as answers
        from document d where d.namespace_id = $1 and d.id = any($2::text[])`,
    },
    [namespaceId, ids],
  );
  return rows.map(({ answers, ...row }) => ({
    document: {
      ...row,
      version: Number(row.version),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    },
    answers: parseAnswers(answers),
  }));
}

/** Rows by `subscription document`, of some documents; of all subscriptions when none are named. */
export async function membersAmong(
  from: Queryable,
  namespaceId: string,
  documents: readonly string[],
  subscriptions: readonly string[] | null,
): Promise<Map<string, MemberRow>> {
  const { rows } = await from.query<{
    subscription_id: string;
    document_id: string;
    matching: boolean;
    held: boolean;
    released: boolean;
    cause: MembershipCause | null;
    next_at_ms: string | null;
  }>(
    {
      name: 'members-among',
      text: `select subscription_id, document_id, matching, held_until is not null as held,
          coalesce(held_until <= least(app.now(), next_at), false) as released, cause,
          floor(extract(epoch from next_at) * 1000)::bigint as next_at_ms
        from membership where namespace_id = $1 and document_id = any($2::text[])
          and ($3::bigint[] is null or subscription_id = any($3::bigint[]))`,
    },
    [namespaceId, documents, subscriptions],
  );
  return new Map(
    rows.map(({ subscription_id, document_id, next_at_ms, ...row }) => [
      `${subscription_id} ${document_id}`,
      { ...row, nextAtMs: next_at_ms === null ? null : Number(next_at_ms) },
    ]),
  );
}

export interface MemberChange {
  subscriptionId: string;
  documentId: string;
  row: NextRow | null;
}

/** Sets rows and takes rows away, under the documents' locks. A hold is measured by the database's clock. */
export async function changeMembers(tx: Tx, namespaceId: string, changes: readonly MemberChange[]): Promise<void> {
  const put = changes.flatMap(({ row, ...key }) => (row ? [{ ...key, ...row }] : []));
  const dropped = changes.filter(({ row }) => row === null);
  if (put.length > 0) {
    await tx.query(putMembers, [
      namespaceId,
      put.map(({ subscriptionId }) => subscriptionId),
      put.map(({ documentId }) => documentId),
      put.map(({ matching }) => matching),
      put.map(({ hold }) => (hold === 'keep' ? -1 : (hold?.ms ?? null))),
      put.map(({ cause }) => cause),
      put.map(({ nextAtMs }) => nextAtMs),
    ]);
  }
  if (dropped.length > 0) {
    await tx.query(
      `delete from membership m using unnest($2::bigint[], $3::text[]) x(s, d)
       where m.namespace_id = $1 and m.subscription_id = x.s and m.document_id = x.d`,
      [namespaceId, dropped.map(({ subscriptionId }) => subscriptionId), dropped.map(({ documentId }) => documentId)],
    );
  }
}

/** A hold of -1 goes on as it is. */
const putMembers = `
insert into membership as m (namespace_id, subscription_id, document_id, matching, entered_at, held_until, cause, next_at)
select $1, s, d, matching, case when matching then app.now() end,
  case when hold < 0 then '-infinity' else app.now() + hold * interval '1 millisecond' end, cause, to_timestamp(next_at / 1000)
from unnest($2::bigint[], $3::text[], $4::boolean[], $5::float8[], $6::text[], $7::float8[])
  x(s, d, matching, hold, cause, next_at)
on conflict (namespace_id, subscription_id, document_id) do update set matching = excluded.matching,
  entered_at = case when m.matching and excluded.matching then m.entered_at else excluded.entered_at end,
  held_until = case when excluded.held_until = '-infinity' then m.held_until else excluded.held_until end,
  cause = excluded.cause, next_at = excluded.next_at`;

/** Numbers that grow with every change of membership; drawn under the documents' locks. */
export async function drawSequence(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await tx.query<{ n: string }>(
    `select nextval('subscription_sequence') as n from generate_series(1, $1::int)`,
    [count],
  );
  return rows.map(({ n }) => Number(n));
}

/** Takes rows of a subscription that is gone, up to a number of them. */
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
