import { LeasedCursor, LeasedRow, Tx } from '@app/persistence';
import { invalidatedSql } from '../../answer/invalidated-sql';

/**
 * A walk over the answers of a judgment in a scope: where a name that it reads stands for another judgment, or where its
 * fan-out scope has moved. It follows the namespaces in the order of their names, and the documents of each.
 */
export interface DependentWalk extends LeasedRow {
  id: string;
  organization: string;
  judgment_id: string;
  scope: string;
  since: Date;
  /** Whether it concerns only answers inside the fan-out scope that fan-outs may have left out before `since`. */
  scoped: boolean;
  /** The namespace under way, or the last one that is done; empty at the start. */
  namespace: string;
  /** The last document that the walk has passed in that namespace; null when the namespace is done. */
  cursor: string | null;
}

export type DependentWalkSpec = Pick<DependentWalk, 'organization' | 'judgment_id' | 'scope'> &
  Partial<Pick<DependentWalk, 'scoped'>> & { debounceMs: number };

export const dependentWalks = new LeasedCursor<DependentWalk, 'id', 'namespace' | 'cursor'>({
  name: 'reader_walk',
  key: ['id'],
  cursor: ['namespace', 'cursor'],
  organization: 'organization',
  order: 'coalesce(lease_until, due_at)',
  open: 'due_at <= app.now()',
});

/** Adds a walk: its answers read stale from the commit on. A walk of the same answers that has not begun joins it. */
export async function addDependentWalk(tx: Tx, spec: DependentWalkSpec): Promise<void> {
  const { organization, judgment_id, scope, scoped = false, debounceMs } = spec;
  // A fetch that read what was before has a watermark of this transaction's beginning at the latest.
  const values = [organization, judgment_id, scope, scoped];
  await tx.query(
    `delete from reader_walk where organization = $1 and judgment_id = $2 and scope = $3 and scoped = $4 and attempts = 0`,
    values,
  );
  await tx.query(
    `insert into reader_walk (organization, judgment_id, scope, scoped, since, due_at)
     values ($1, $2, $3, $4, date_trunc('milliseconds', app.now()) + interval '1 ms',
       app.now() + make_interval(secs => $5::float8 / 1000))`,
    [...values, debounceMs],
  );
}

/** Answers of one transaction. */
export const chunkSize = 250;

/** The next documents of a namespace that have an answer of the judgment, locked in key order, as every writer does. */
export async function readNextAnswered(tx: Tx, namespaceId: string, walk: DependentWalk): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select d.id from document d where d.namespace_id = $1 and d.id in (
       select document_id from answer where namespace_id = $1 and judgment_id = $2 and document_id > $3
       order by document_id limit ${chunkSize}) order by d.id for update`,
    [namespaceId, walk.judgment_id, walk.cursor ?? ''],
  );
  return rows.map(({ id }) => id);
}

/**
 * Invalidates the answers that may have read what the name stood for before, also those that are judged for the first time:
 * that ask may have. An answer of another version is left alone: nothing judges a document anew because of its version, and
 * where that is active again, the answer reads stale.
 * @param version the active version; null where the judgment is not known
 */
export async function invalidateDependents(
  tx: Tx,
  namespaceId: string,
  { judgment_id, since }: DependentWalk,
  ids: readonly string[],
  version: number | null,
): Promise<{ document_id: string; wanted: string }[]> {
  const { rows } = await tx.query<{ document_id: string; wanted: string }>(
    `update answer a set ${invalidatedSql('fanout', `nextval('document_version')`, 'app.now()')}
     where a.namespace_id = $1 and a.judgment_id = $2 and a.document_id = any($3::text[])
       and (a.record > 0 or a.wanted > a.seen) and coalesce(a.watermark < $4, true) and coalesce(a.version = $5, true)
     returning a.document_id, a.wanted`,
    [namespaceId, judgment_id, ids, since, version],
  );
  return rows;
}
