import type { StaleBy } from '@app/contracts/documents';
import { SqlScope, filterSql } from '@app/filter';
import type { Tx } from '@app/persistence';
import { invalidatedSql } from '../../answer/invalidated-sql';
import { sqlEnvOf } from '../../answer/sql-env';
import { InForce, JudgmentInForce } from '../../namespace/snapshot/in-force';

/** A judged document that is locked, and the version by which its answers are wanted from now on. */
export interface LockedDocument {
  id: string;
  wanted: string;
}

/** A locked document, and the related document that makes its answers stale. */
export interface GatheredDocument extends LockedDocument {
  staleBy: StaleBy | null;
}

/** Locks the documents in key order, as every writer does, and draws a version for each. Absent ones are left out. */
export async function lockGathered(tx: Tx, namespaceId: string, ids: readonly string[]): Promise<LockedDocument[]> {
  const { rows } = await tx.query<LockedDocument>(
    `select id, nextval('document_version') as wanted from (
       select id from document where namespace_id = $1 and id = any($2::text[]) order by id for update) d`,
    [namespaceId, ids],
  );
  return rows;
}

/**
 * Invalidates the answers of a judgment on locked documents to which it applies; those never judged become wanted.
 * @returns the ids of the documents
 */
export async function raiseWanted(
  tx: Tx,
  place: { namespaceId: string; inForce: InForce },
  judgment: JudgmentInForce,
  documents: readonly GatheredDocument[],
  changedAt: Date,
): Promise<string[]> {
  const scope = new SqlScope(sqlEnvOf(place.inForce, place.namespaceId, false, 1, 'document'));
  const [id, at] = [`${scope.param(judgment.judgmentId)}::text`, `${scope.param(changedAt)}::timestamptz`];
  const ids = `${scope.param(documents.map((document) => document.id))}::text[]`;
  const wanted = `${scope.param(documents.map((document) => document.wanted))}::bigint[]`;
  const by = `${scope.param(staleByTexts(documents))}::json[]`;
  const applies = judgment.appliesToFilter ? filterSql(judgment.appliesToFilter, scope) : 'true';
  const { rows } = await tx.query<{ document_id: string }>(
    `insert into answer as a (namespace_id, document_id, judgment_id, wanted, wanted_at, touched_at, cause, stale_by)
     select d.namespace_id, d.id, ${id}, x.wanted, ${at}, ${at}, 'related', x.by from unnest(${ids}, ${wanted}, ${by}) x(id, wanted, by)
       join document d on d.namespace_id = ${scope.namespaceParam()} and d.id = x.id ${scope.joins()}
     where ${applies} order by d.id
     on conflict (namespace_id, document_id, judgment_id) do update
       set ${invalidatedSql('related', 'excluded.wanted', 'excluded.touched_at', 'excluded.stale_by')}
     returning document_id`,
    scope.params,
  );
  return rows.map((row) => row.document_id);
}

/** Invalidates the answers that exist. Nobody is notified of them. */
export async function markAnswers(
  tx: Tx,
  namespaceId: string,
  judgmentId: string,
  documents: readonly GatheredDocument[],
  changedAt: Date,
): Promise<void> {
  await tx.query(
    `update answer a set ${invalidatedSql('related', 'x.wanted', '$5::timestamptz', 'x.by')}
     from unnest($3::text[], $4::bigint[], $6::json[]) x(id, wanted, by)
     where a.namespace_id = $1 and a.judgment_id = $2 and a.document_id = x.id`,
    [
      namespaceId,
      judgmentId,
      documents.map(({ id }) => id),
      documents.map(({ wanted }) => wanted),
      changedAt,
      staleByTexts(documents),
    ],
  );
}

function staleByTexts(documents: readonly GatheredDocument[]): (string | null)[] {
  return documents.map(({ staleBy }) => staleBy && JSON.stringify(staleBy));
}
