import { conditions, formatPath, ownRange, pairOf, toSql, scanOrder } from '@app/filter';
import type { AttributePair, DrivingEquality, SqlEnv, ScanOrder } from '@app/filter';
import { Problem, invalid } from '@app/problem';
import type { KeptPair } from '../../pair/pair-index.store';
import { ParsedQuery, isEmpty } from './query';
import { ScanEstimates, drivingConditions } from './scan-estimate';

/** A walk of the index of an order. */
export interface IndexScan {
  order: ScanOrder;
  /** Documents that it looks at, at most, when not every one that it passes belongs to the result. */
  limit: number;
  /** Paths of the filter that no index serves. */
  unindexed: readonly string[];
}

/** How a query finds its documents. */
export interface QueryPlan {
  /** The equality whose attribute index leads; null for none. */
  driving: DrivingEquality | null;
  /** The order whose index leads; null for none. */
  walk: IndexScan | null;
  /** The pair of attributes that decides the query; left out when it needs more than two attributes. */
  pair?: PlannedPair;
  /** Whether conditions on attributes read the attribute index or the document. */
  attributes: 'index' | 'document';
}

/** The pair of attributes that decides a query. */
export interface PlannedPair {
  attributes: AttributePair;
  /** The pair whose rows are read; null when they are not all there. */
  ready: KeptPair | null;
}

/** What a query is planned by. */
export interface Planning {
  estimates: ScanEstimates;
  /** The pairs of the namespaces that are kept. */
  pairs: { find(namespaceId: string, pair: AttributePair): Promise<KeptPair | null> };
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
  { estimates, pairs }: Planning,
  limit: number,
): Promise<QueryPlan> {
  const sql = toSql(query.filter, env);
  const driving = await findNarrowest(env.namespaceId, drivingConditions(sql.attributeConditions), estimates);
  const pair = driving && (await planPair(query, driving, env.namespaceId, pairs));
  const driven = { driving, walk: null, ...(pair && { pair }), attributes: 'document' as const };
  if (pair?.ready && !query.count) return driven;
  const readsAttributesOnly = sql.unindexedPaths.length === 0 && query.judgments.length === 0;
  const byId = query.order.length === 0 || query.order[0].path.root === 'id';
  const countsMatches = query.count && !isEmpty(query.filter);
  if (driving && readsAttributesOnly && byId && !query.count) return driven;
  if (isEmpty(query.filter) && byId) return { driving: null, walk: null, attributes: 'index' };
  const order = countsMatches ? undefined : scanOrder(query.order, env);
  const walk = order ? { order, limit, unindexed: sql.unindexedPaths } : null;
  const isOwn = order && (isEmpty(query.filter) || ownRange(query.filter, order.key) !== undefined);
  if (walk && isOwn && !driving) return { driving: null, walk, attributes: 'document' };
  const isRange = !driving && byId && sql.attributeConditions.length > 0 && query.judgments.length === 0;
  // Of a range an estimate must tell whether it holds few documents, not only whether it may be scanned.
  const enough = isRange ? Math.min(fewDocuments, limit) : limit;
  const documents = await estimates.estimateFilter(query.filter, env, enough);
  if (documents > limit) {
    if (walk) return { ...driven, driving: null, walk };
    const scan = { documents, limit, unindexed_paths: sql.unindexedPaths };
    const message = `This query would scan about ${documents} documents, and at most ${limit} may be scanned. ${mendOf(query, sql.unindexedPaths)}`;
    throw invalid('scan_too_large', '/filter', message, { scan });
  }
  if (driving) return driven;
  return { driving: null, walk: null, attributes: isRange && documents > fewDocuments ? 'document' : 'index' };
}

async function planPair(
  query: ParsedQuery,
  driving: DrivingEquality,
  namespaceId: string,
  pairs: Planning['pairs'],
): Promise<PlannedPair | null> {
  const attributes = pairOf(query, driving);
  if (attributes === undefined) return null;
  const kept = await pairs.find(namespaceId, attributes);
  return { attributes, ready: kept?.ready ? kept : null };
}

const add =
  'Add a condition that few documents meet and an index serves: `eq`, `in` or a range of an attribute, a range of `answers.<judgment>.p` or `.score`, a threshold that is true, or `eq` or `in` of `id`';

/** What narrows a query, beside what it names already. Of indexed conditions only few serve a scan. */
function mendOf({ order }: ParsedQuery, unindexed: readonly string[]): string {
  const notServed = 'negations, `status` and `exists` narrow no scan';
  const ordered =
    order.length > 0
      ? '; or order by one attribute, `created_at`, `p`, `score` or `id` alone; or leave `order_by` out'
      : '';
  const moved = unindexed.length > 0 ? '; or keep what the filter reads of `state` as an attribute' : '';
  return `${add} (${notServed})${ordered}${moved}.`;
}

/** The refusal of a query whose walk ended without a full page. */
export function scannedTooFar({ filter, order }: ParsedQuery, { limit, unindexed }: IndexScan): Problem {
  const by = order.map(({ path }) => `\`${formatPath(path)}\``).join(', ');
  const few = [...new Set(conditions(filter).map(({ path }) => `\`${formatPath(path)}\``))].slice(0, 5).join(', ');
  const message = `In the order of ${by} the first ${limit} documents hold no full page that meets the conditions on ${few}, and at most ${limit} may be scanned. ${add}; or leave \`order_by\` out.`;
  const scan = { documents: limit + 1, limit, unindexed_paths: unindexed };
  return invalid('scan_too_large', '/filter', message, { scan });
}

/** The equality that reads the fewest rows of its index; null without one. */
async function findNarrowest(
  namespaceId: string,
  equalities: DrivingEquality[],
  estimates: ScanEstimates,
): Promise<DrivingEquality | null> {
  if (equalities.length < 2) return equalities[0] ?? null;
  let best = { driving: equalities[0], rows: Infinity };
  for (const driving of equalities) {
    const rows = await estimates.estimateDriving(namespaceId, driving);
    if (rows < best.rows) best = { driving, rows };
  }
  return best.driving;
}
