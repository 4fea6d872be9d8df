import type { EffectiveSnapshot } from '@app/definition';
import { SqlScope, filterSql } from '@app/filter';
import { Queryable, Tx } from '@app/persistence';
import { invalidatedSql } from '../../answer/invalidated-sql';
import { sqlEnvOf } from '../../answer/sql-env';
import { NamespaceInForce, scopeFilter } from '../../namespace/snapshot/in-force';
import { KnownJudgment } from '../../namespace/snapshot/known-judgment';

/**
 * Notes that a fan-out has left answers of a judgment as they were, because their documents lie outside of its scope. Nothing
 * is written, and nobody waits, while a later change is noted already. Walks note after they have locked their documents.
 * @param changedAt the last change that the fan-out follows
 */
export async function noteLeftOut(tx: Tx, namespaceId: string, judgmentId: string, changedAt: Date): Promise<void> {
  // A watermark of the moment itself may lack the change.
  await tx.query(
    `insert into left_out as o (namespace_id, judgment_id, since)
     select $1, $2, x.since from (select $3::timestamptz + interval '1 ms' as since) x
     where not exists (select from left_out k where k.namespace_id = $1 and k.judgment_id = $2 and k.since >= x.since)
     on conflict (namespace_id, judgment_id) do update set since = greatest(o.since, excluded.since)`,
    [namespaceId, judgmentId, changedAt],
  );
}

/**
 * Answers of the judgment with an earlier watermark may have been left out of a fan-out that followed a change before a
 * moment; null when none was.
 */
export async function readLeftOut(
  from: Queryable,
  namespaceId: string,
  { judgment_id: judgmentId, since }: { judgment_id: string; since: Date },
): Promise<Date | null> {
  const { rows } = await from.query<{ since: Date | null }>(
    `select least(max(since), $3) as since from left_out
     where (namespace_id, judgment_id) in (($1, $2), (0, '')) having count(*) > 0`,
    [namespaceId, judgmentId, since],
  );
  return rows[0]?.since ?? null;
}

/**
 * Invalidates the answers of documents inside the fan-out scope as it is now that a fan-out may have left out. Answers of
 * other versions are no part of it, since they are not fresh; answers that are judged for the first time are, since that ask
 * may have read what was before. The caller holds the locks of the documents.
 * @param since answers with an earlier watermark may have been left out
 */
export async function invalidateLeftOut(
  tx: Tx,
  { namespaceId, inForce }: NamespaceInForce,
  { judgmentId, activeVersion, fanout }: EffectiveSnapshot<KnownJudgment>,
  since: Date,
  ids: readonly string[],
): Promise<{ document_id: string; wanted: string }[]> {
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, false, 1, 'document'));
  const filter = scopeFilter(fanout.scope);
  const inScope = filter === null ? 'true' : filterSql(filter, scope);
  const version = `${scope.param(activeVersion)}::int`;
  // Found by document and changed by its place, as by a fan-out (`chunk.store.ts`).
  const answer = `select o.ctid as place from answer o
    where o.namespace_id = d.namespace_id and o.document_id = d.id and o.judgment_id || '' = ${scope.param(judgmentId)}::text
      and coalesce(o.watermark < ${scope.param(since)}::timestamptz, true) and coalesce(o.version, ${version}) = ${version}
      and (o.record > 0 or o.wanted > o.seen) offset 0`;
  const { rows } = await tx.query<{ document_id: string; wanted: string }>(
    `update answer a set ${invalidatedSql('fanout', `nextval('document_version')`, 'app.now()')}
     where a.ctid = any(array(
       select f.place from unnest(${scope.param(ids)}::text[]) x(id)
         join document d on d.namespace_id = ${scope.namespaceParam()} and d.id = x.id ${scope.joins()}
         cross join lateral (${answer}) f
       where ${inScope}))
     returning a.document_id, a.wanted`,
    scope.params,
  );
  return rows;
}
