import { isTemplate } from '@app/definition';
import { Filter, SqlScope, filterSql, jsonPath } from '@app/filter';
import type { Queryable } from '@app/persistence';
import type { ScopeRef } from './subscription.store';
import type { StoredTime } from './unread-times';

const documentsMost = 200;
const namespacesMost = 20;
/** Bytes of the stored documents that a sample looks into. */
const bytesMost = 4 * 1024 * 1024;

/**
 * The values at the paths of times, of the documents with the lowest SHA-256 of their ids that match a filter; of a prefix
 * those of up to 20 of its namespaces.
 * @param filter reads neither answers nor the time
 */
export async function sampleTimes(
  from: Queryable,
  ref: ScopeRef,
  filter: Filter,
  times: readonly StoredTime[],
): Promise<unknown[][][]> {
  const ids = await readNamespaceIds(from, ref);
  const found: unknown[][][] = [];
  for (const id of ids) {
    const scope = new SqlScope({ firstParam: 1, namespaceId: id, judgment: () => undefined });
    const text = timesSql(filter, times, ids.length, scope);
    const { rows } = await from.query<{ values: unknown[][] }>(text, scope.params as unknown[]);
    found.push(...rows.map(({ values }) => values));
  }
  return found;
}

/** The namespace, or those of a prefix whose names have the lowest hash; only namespaces with documents. */
async function readNamespaceIds(from: Queryable, { organization, scope }: ScopeRef): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(
    `select n.id from namespace n
     where n.organization = $1 and (n.name = $2 or starts_with(n.name, $3)) and not n.deleting
       and exists (select from document d where d.namespace_id = n.id)
     order by sha256(convert_to(n.name, 'UTF8')) limit ${namespacesMost}`,
    [organization, isTemplate(scope) ? null : scope, isTemplate(scope) ? scope.slice(0, -1) : null],
  );
  return rows.map(({ id }) => id);
}

function timesSql(filter: Filter, times: readonly StoredTime[], namespaces: number, scope: SqlScope): string {
  const namespace = scope.namespaceParam();
  const isMeant = filterSql(filter, scope);
  const [documents, bytes] = [documentsMost, bytesMost].map((most) => Math.floor(most / namespaces));
  return `with sampled as (
      select d.id, d.bytes, row_number() over (order by sha256(convert_to(d.id, 'UTF8'))) as place
      from document d ${scope.joins()} where d.namespace_id = ${namespace} and ${isMeant}
      order by place limit ${documents}
    ), summed as (select id, sum(bytes) over (order by place) - bytes as before from sampled)
    select jsonb_build_array(${times.map((time) => valuesSql(time, scope)).join(', ')}) as values
    from summed s join document d on d.namespace_id = ${namespace} and d.id = s.id where s.before < ${bytes}`;
}

/** The values at a path of document `d`, as an array. */
function valuesSql({ path }: StoredTime, scope: SqlScope): string {
  if (path.root === 'attributes') return `jsonb_build_array(d.attributes -> ${scope.param(path.name)}::text)`;
  return `jsonb_path_query_array(d.state, ${scope.param(jsonPath(path.keys))}::jsonpath)`;
}
