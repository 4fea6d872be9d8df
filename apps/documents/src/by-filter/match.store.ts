import { SqlScope, filterSql, toSql } from '@app/filter';
import type { Filter } from '@app/filter';
import { Queryable } from '@app/persistence';
import { sqlEnvOf } from '../answer/sql-env';
import { drivingConditions } from '../query/scan-estimate';
import { InForce } from '../snapshot/in-force';
import { Revisions } from '../snapshot/snapshots.service';
import { revisionColumns } from '../write/commit.store';

export interface WalkedPlace {
  organization: string;
  namespace: string;
  namespaceId: string;
  deleting: boolean;
  paused: boolean;
  revisions: Revisions;
}

/** The namespace as it is now; null when there is none of the name. */
export async function placeOf(from: Queryable, organization: string, namespace: string): Promise<WalkedPlace | null> {
  const { rows } = await from.query<{
    id: string;
    deleting: boolean;
    paused: boolean;
    columns: string;
    engines: string;
  }>(`select id, deleting, paused, ${revisionColumns} from namespace where organization = $1 and name = $2`, [
    organization,
    namespace,
  ]);
  return (
    rows.map(({ id, deleting, paused, columns, engines }) => ({
      ...{ organization, namespace, namespaceId: id, deleting, paused },
      revisions: { columns: Number(columns), engines: Number(engines) },
    }))[0] ?? null
  );
}

export interface Found {
  /** Documents that match, by id, with their bytes. */
  documents: { id: string; bytes: number }[];
  /** The last id that was looked at; null when there are no more. */
  last: string | null;
}

/**
 * Looks at up to `limit` documents after an id, in key order and without a lock: an equality on an attribute leads.
 * The page leads the join whatever the planner thinks of the filter (`offset 0`): each document is fetched by its key.
 */
export async function findMatching(
  from: Queryable,
  { namespaceId, paused }: WalkedPlace,
  inForce: InForce,
  filter: Filter,
  { after, limit }: { after: string; limit: number },
): Promise<Found> {
  const [driving] = drivingConditions(toSql(filter, sqlEnvOf(inForce, namespaceId, paused, 1)).attributeConditions);
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, paused, 1, 'document'));
  const namespace = scope.namespaceParam();
  const [start, most] = [`${scope.param(after)}::text`, `${scope.param(limit)}::int`];
  const page = driving
    ? `select document_id as id from attribute where namespace_id = ${namespace} and name = ${scope.param(driving.name)}::text
         and key = ${scope.param(driving.key)}::bytea and document_id > ${start} order by document_id limit ${most}`
    : `select id from document where namespace_id = ${namespace} and id > ${start} order by id limit ${most}`;
  const where = filterSql(filter, scope);
  const { rows } = await from.query<{ found: [string, number][] | null; looked: string; last: string | null }>(
    `with page as materialized (${page}), held as (
       select d.id, d.bytes from page p cross join lateral (
         select * from document where namespace_id = ${namespace} and id = p.id offset 0) d ${scope.joins()}
       where ${where}
     )
     select (select json_agg(json_build_array(id, bytes) order by id) from held) as found,
       (select count(*) from page) as looked, (select max(id) from page) as last`,
    scope.params,
  );
  const [{ found, looked, last }] = rows;
  const documents = (found ?? []).map(([id, bytes]) => ({ id, bytes }));
  return { documents, last: Number(looked) < limit ? null : last };
}
