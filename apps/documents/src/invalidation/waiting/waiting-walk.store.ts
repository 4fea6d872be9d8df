import { SqlScope, filterSql } from '@app/filter';
import { LeasedCursor, LeasedRow, Tx } from '@app/persistence';
import { sqlEnvOf } from '../../answer/sql-env';
import type { Cause } from '@app/definition';
import { JudgmentInForce, NamespaceInForce } from '../../namespace/snapshot/in-force';

/**
 * A walk over the answers of a judgment in a scope where it is judged by itself from now on, and was not before: it waited
 * for requests, or a narrower judgment hid it. It follows the namespaces in the order of their names, and the documents of
 * each.
 */
export interface WaitingWalk extends LeasedRow {
  id: string;
  organization: string;
  judgment_id: string;
  scope: string;
  /** Answers that were invalidated before this moment are concerned; what invalidates one later notifies judgments. */
  since: Date;
  /** The namespace under way, or the last one that is done; empty at the start. */
  namespace: string;
  /** The last document that the walk has passed in that namespace; null when the namespace is done. */
  cursor: string | null;
}

export type WaitingWalkSpec = Pick<WaitingWalk, 'organization' | 'judgment_id' | 'scope'>;

/** Organizations take turns, so that long walks of one do not hold up those of others. */
export const waitingWalks = new LeasedCursor<WaitingWalk, 'id', 'namespace' | 'cursor'>({
  name: 'waiting_walk',
  key: ['id'],
  cursor: ['namespace', 'cursor'],
  organization: 'organization',
  order: 'lease_until nulls first, id',
});

/** Adds a walk. A walk of the same answers that has not begun joins it. */
export async function addWaitingWalk(tx: Tx, { organization, judgment_id, scope }: WaitingWalkSpec): Promise<void> {
  const values = [organization, judgment_id, scope];
  await tx.query(
    'delete from waiting_walk where organization = $1 and judgment_id = $2 and scope = $3 and attempts = 0',
    values,
  );
  await tx.query(
    `insert into waiting_walk (organization, judgment_id, scope, since)
     values ($1, $2, $3, date_trunc('milliseconds', app.now()) + interval '1 ms')`,
    values,
  );
}

/** Documents of which one transaction looks at the answer, and answers that it has queued. */
const page = { documents: 1000, answers: 250 };

/** A page of a namespace: the documents whose answer waits, and the last one that was looked at, null at the end. */
export interface WaitingPage {
  ids: string[];
  last: string | null;
}

/** The next documents of a namespace in key order, nothing locked. Each is looked up by its key, however few have an answer. */
export async function readWaitingPage(tx: Tx, namespaceId: string, walk: WaitingWalk): Promise<WaitingPage> {
  const { rows } = await tx.query<{ ids: string[] | null; looked: string; last: string | null }>(
    `with page as materialized (
       select id from document where namespace_id = $1 and id > $2 order by id limit ${page.documents}
     ), waiting as materialized (
       select p.id from page p cross join lateral (
         select a.wanted, a.seen, a.touched_at from answer a
         where a.namespace_id = $1 and a.document_id = p.id and a.judgment_id = $3 offset 0) a
       where a.wanted > a.seen and coalesce(a.touched_at < $4, true) order by p.id limit ${page.answers}
     )
     select (select json_agg(id order by id) from waiting) as ids, (select count(*) from page) as looked,
       (select max(id) from page) as last`,
    [namespaceId, walk.cursor ?? '', walk.judgment_id, walk.since],
  );
  const [{ ids: found, looked, last }] = rows;
  const ids = found ?? [];
  if (ids.length === page.answers) return { ids, last: ids[ids.length - 1] };
  return { ids, last: Number(looked) < page.documents ? null : last };
}

/** An answer that is to be judged, as its row stands. */
export interface WaitingAnswer {
  document_id: string;
  wanted: string;
  cause: Cause | null;
}

/** Which answers begin to wait anew. */
export interface BegunBefore {
  /** Answers that were invalidated before. */
  before: Date;
  /**
   * Whether they have just left the queue: then only those that exist and that a change has put there. Otherwise also those of the
   * active version whose change concerned nobody while another version was active, and those that never came.
   */
  leftQueue: boolean;
}

/**
 * Has answers that wait begin to wait now, so that reads tell when they are judged: of documents to which the judgment
 * applies. Locks the documents in key order, as every writer does.
 * @returns the answers in the order of their documents
 */
export async function beginWaiting(
  tx: Tx,
  { namespaceId, inForce }: NamespaceInForce,
  judgment: JudgmentInForce,
  ids: readonly string[],
  { before, leftQueue }: BegunBefore,
): Promise<WaitingAnswer[]> {
  if (ids.length === 0) return [];
  await tx.query('select from document where namespace_id = $1 and id = any($2::text[]) order by id for update', [
    namespaceId,
    ids,
  ]);
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, false, 1, 'document'));
  const [id, version] = [`${scope.param(judgment.judgmentId)}::text`, `${scope.param(judgment.activeVersion)}::int`];
  const [named, at] = [`${scope.param(ids)}::text[]`, `${scope.param(before)}::timestamptz`];
  const left = `${scope.param(leftQueue)}::boolean`;
  const applies = judgment.appliesToFilter ? filterSql(judgment.appliesToFilter, scope) : 'true';
  const { rows } = await tx.query<WaitingAnswer>(
    `update answer a set wanted_at = app.now(), touched_at = app.now()
     where a.namespace_id = ${scope.namespaceParam()} and a.judgment_id = ${id} and a.wanted > a.seen
       and coalesce(a.touched_at < ${at}, true) and case when ${left} then a.record > 0 and a.wanted_at is not null
         else a.wanted_at is not null or a.version = ${version} end
       and a.document_id = any(array(
         select d.id from document d ${scope.joins()}
         where d.namespace_id = ${scope.namespaceParam()} and d.id = any(${named}) and ${applies}))
     returning a.document_id, a.wanted, a.cause`,
    scope.params,
  );
  return rows.sort((a, b) => (a.document_id < b.document_id ? -1 : 1));
}
