import { toSql } from '@app/filter';
import type { DrivingEquality, SqlEnv } from '@app/filter';
import { invalid } from '@app/problem';
import { ParsedQuery, isEmpty } from './query';
import { ScanEstimates, drivingConditions } from './scan-estimate';

/** How a query finds its documents. */
export interface QueryPlan {
  /** The equality whose attribute index leads; null for none. */
  driving: DrivingEquality | null;
  /** Whether conditions on attributes read the attribute index or the document. */
  attributes: 'index' | 'document';
}

/** Documents of a range up to which the index leads. Beyond, a scan in the order of ids ends earlier. */
const fewDocuments = 2_000;

/**
 * Plans a query without a round trip when an equality evidently serves it, else by the planner's estimates.
 * @param limit estimated documents past which the query is refused
 * @throws Problem `invalid_request`, reason `scan_too_large`
 */
export async function planQuery(
  query: ParsedQuery,
  env: SqlEnv,
  estimates: ScanEstimates,
  limit: number,
): Promise<QueryPlan> {
  const sql = toSql(query.filter, env);
  const driving = await narrowest(env.namespaceId, drivingConditions(sql.attributeConditions), estimates);
  const readsAttributesOnly = sql.unindexedPaths.length === 0 && query.judgments.length === 0;
  const byId = query.order.length === 0;
  if (driving && readsAttributesOnly && byId && !query.count) return { driving, attributes: 'document' };
  if (isEmpty(query.filter) && byId && !query.count) return { driving: null, attributes: 'index' };
  const isRange = !driving && byId && sql.attributeConditions.length > 0 && query.judgments.length === 0;
  // Of a range an estimate must tell whether it holds few documents, not only whether it may be scanned.
  const enough = isRange ? Math.min(fewDocuments, limit) : limit;
  const documents = await estimates.ofFilter(query.filter, env, enough);
  if (documents > limit) {
    const scan = { documents, limit, unindexed_paths: sql.unindexedPaths };
    const message = `This query would scan about ${documents} documents, and at most ${limit} may be scanned. ${mendOf(query, sql.unindexedPaths)}`;
    throw invalid('scan_too_large', '/filter', message, { scan });
  }
  if (driving) return { driving, attributes: 'document' };
  return { driving: null, attributes: isRange && documents > fewDocuments ? 'document' : 'index' };
}

/** What narrows a query, beside what it names already. Of indexed conditions only few serve a scan. */
function mendOf({ order }: ParsedQuery, unindexed: readonly string[]): string {
  const add =
    'Add a condition that few documents meet and an index serves: `eq`, `in` or a range of an attribute, a range of `answers.<judgment>.p` or `.score`, a threshold that is true, or `eq` or `in` of `id`';
  const notServed = 'negations, `status` and `exists` narrow no scan';
  const ordered = order.length > 0 ? '; or leave `order_by` out' : '';
  const moved = unindexed.length > 0 ? '; or keep what the filter reads of `state` as an attribute' : '';
  return `${add} (${notServed})${ordered}${moved}.`;
}

/** The equality that reads the fewest rows of its index; null without one. */
async function narrowest(
  namespaceId: string,
  equalities: DrivingEquality[],
  estimates: ScanEstimates,
): Promise<DrivingEquality | null> {
  if (equalities.length < 2) return equalities[0] ?? null;
  let best = { driving: equalities[0], rows: Infinity };
  for (const driving of equalities) {
    const rows = await estimates.ofDriving(namespaceId, driving);
    if (rows < best.rows) best = { driving, rows };
  }
  return best.driving;
}
