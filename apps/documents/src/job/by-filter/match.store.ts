import type { NamespaceRef } from '@app/contracts';
import { SqlScope, filterSql, toSql } from '@app/filter';
import type { Filter } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { sqlEnvOf } from '../../answer/sql-env';
import { drivingConditions } from '../../read/query/scan-estimate';
import { InForce } from '../../namespace/snapshot/in-force';
import { RevisionRow, Revisions, revisionColumns, revisionsOf } from '../../namespace/snapshot/revision.store';

/** A namespace as it was when a page of it was read. */
export interface WalkedNamespace extends NamespaceRef {
  namespaceId: string;
  deleting: boolean;
  paused: boolean;
  revisions: Revisions;
}

/** @returns the namespace as it is now; null when no namespace has the name */
export async function readNamespace(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
): Promise<WalkedNamespace | null> {
  const { rows } = await from.query<RevisionRow & { id: string; deleting: boolean; paused: boolean }>(
    `select id, deleting, paused, ${revisionColumns} from namespace where organization = $1 and name = $2`,
    [organization, namespace],
  );
  if (rows.length === 0) return null;
  const [{ id: namespaceId, deleting, paused }] = rows;
  return { organization, namespace, namespaceId, deleting, paused, revisions: revisionsOf(rows[0]) };
}

export interface Found {
  /** Documents that match, by id, with their bytes. */
  documents: { id: string; bytes: number }[];
  /** The last id of the page; null when no document comes after it. */
  last: string | null;
}

/**
 * Evaluates the filter on up to `limit` documents after an id, in key order and without a lock. An equality on an
 * attribute chooses the page by its index. `offset 0` makes the planner fetch each document of the page by its key.
 */
export async function findMatching(
  from: Queryable,
  { namespaceId, paused }: WalkedNamespace,
  inForce: InForce,
  filter: Filter,
  { after, limit }: { after: string; limit: number },
): Promise<Found> {
  const [driving] = drivingConditions(toSql(filter, sqlEnvOf(inForce, namespaceId, paused, 1)).attributeConditions);
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, paused, 1, 'document'));
  const namespace = scope.namespaceParam();
  const [start, max] = [`${scope.param(after)}::text`, `${scope.param(limit)}::int`];
  const page = driving
    ? `select document_id as id from attribute where namespace_id = ${namespace} and name = ${scope.param(driving.name)}::text
         and key = ${scope.param(driving.key)}::bytea and document_id > ${start} order by document_id limit ${max}`
    : `select id from document where namespace_id = ${namespace} and id > ${start} order by id limit ${max}`;
  const where = filterSql(filter, scope);
  const { rows } = await from.query<{ found: [string, number][] | null; looked: string; last: string | null }>(
    `with page as materialized (${page}), matching as (
       select d.id, d.bytes from page p cross join lateral (
         select * from document where namespace_id = ${namespace} and id = p.id offset 0) d ${scope.joins()}
       where ${where}
     )
     select (select json_agg(json_build_array(id, bytes) order by id) from matching) as found,
       (select count(*) from page) as looked, (select max(id) from page) as last`,
    scope.params,
  );
  const [{ found, looked, last }] = rows;
  const documents = (found ?? []).map(([id, bytes]) => ({ id, bytes }));
  return { documents, last: Number(looked) < limit ? null : last };
}
