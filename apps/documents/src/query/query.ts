import { createHash } from 'node:crypto';
import type { QueryBody } from '@app/contracts';
import { coveredQuerySql, parseFilter, parseOrder, querySql, toSql, conditions } from '@app/filter';
import type { DrivingEquality, Filter, OrderKey, SqlEnv } from '@app/filter';
import type { Named } from '@app/persistence';
import { answersSql } from '../answer/answer-row';
import { columnsSql, Wanted } from '../reading/read.store';
import { InForce } from '../snapshot/in-force';
import { revisionColumns } from '../write/commit.store';

/** A query as it was asked, checked against what is in force. */
export interface ParsedQuery {
  filter: Filter;
  order: OrderKey[];
  cursor?: { text: string; pointer: string };
  limit: number;
  count: boolean;
  /** Names of the judgments that filter and order read. */
  judgments: string[];
}

const defaultLimit = 100;

/** @throws Problem `invalid_request` with the place of what is wrong */
export function parseQuery(query: QueryBody, inForce: InForce): ParsedQuery {
  const known = inForce.shapeOf;
  const allow = { answers: true, within: true };
  const filter = parseFilter(query.filter ?? {}, { pointer: '/filter', allow, known });
  const order = parseOrder(query.order_by ?? [], '/order_by', known);
  const paths = [...conditions(filter), ...order].map(({ path }) => path);
  return {
    filter,
    order,
    ...(query.cursor !== undefined && { cursor: { text: query.cursor, pointer: '/cursor' } }),
    limit: query.limit ?? defaultLimit,
    count: query.count ?? false,
    judgments: [...new Set(paths.flatMap((path) => (path.root === 'answers' ? [path.judgment] : [])))],
  };
}

export interface Statement {
  statement: Named;
  params: unknown[];
  /** A row's columns of the cursor. */
  keysOf: (row: KeyRow) => string[];
}

/** What of a row makes cursors: the columns `k0`, `k1` and so on, or the one key of the attribute that orders. */
export interface KeyRow {
  id: string;
  key?: Buffer | null;
  [key: `k${number}`]: string;
}

/** Rows of a page. Parameters $1 to $5 are organization, namespace, its number, judgments and one more than the limit. */
interface Page {
  text: string;
  keysOf: Statement['keysOf'];
}

const namedShapes = 300;
const names = new Map<string, string>();

/** Prepared once a connection for the shapes that come first: a shape is a text, and texts are without bound. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= namedShapes) return '';
  const name = `query-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/**
 * One statement for flags, page and count, from one snapshot.
 * @param env its `firstParam` must be 6
 */
export function queryStatement(
  place: { organization: string; namespace: string },
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality | null,
  wanted: Wanted,
  judgmentIds: readonly string[],
): Statement {
  const params: unknown[] = [place.organization, place.namespace, env.namespaceId, judgmentIds, query.limit + 1];
  const columns = columnsSql(wanted, answersSql('$4'));
  const page =
    (driving && coveredPage(query, env, driving, columns, params)) ?? walkedPage(query, env, driving, columns, params);
  const text = `select n.id as namespace_id, n.paused, ${revisionColumns}, ${countSql(query, env, driving, params)} as count, q.*
    from namespace n left join lateral (${page.text}) q on true where n.organization = $1 and n.name = $2 and $4::text[] is not null`;
  return { statement: { name: nameOf(text), text }, params, keysOf: page.keysOf };
}

/** Found and ordered by keys of attributes alone; documents are fetched for the page only. */
function coveredPage(
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality,
  columns: string,
  params: unknown[],
): Page | null {
  const sql = coveredQuerySql(query, driving, env);
  if (!sql) return null;
  params.push(...sql.params);
  const found = `select ${sql.id} as id, ${sql.key} as key from ${sql.from} where ${sql.where}`;
  const text = `select ${columns}, p.key from (select * from (${found}) f order by ${sql.orderBy('f')} limit $5::int) p
    join document d on d.namespace_id = $3::bigint and d.id = p.id order by ${sql.orderBy('p')}`;
  return { text, keysOf: ({ id, key }) => sql.keysOf(id, key ?? null) };
}

/**
 * Documents looked at one by one. With a driving equality the attribute's index gives them in the order of their ids,
 * so that a page in that order ends early.
 */
function walkedPage(
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality | null,
  columns: string,
  params: unknown[],
): Page {
  const sql = querySql(query, env);
  params.push(...sql.params);
  const { from, where } = walk(driving, params);
  const keys = sql.keys.map((key, index) => `${key} as k${index}`).join(', ');
  const matching = `from ${from} ${sql.joins} where ${where} ${sql.where}`;
  const text =
    query.order.length === 0
      ? `select ${columns}, ${keys} ${matching} order by ${sql.orderBy} limit $5::int`
      : `select ${columns}, ${sql.keys.map((_, index) => `p.k${index}`).join(', ')}
         from (select d.id as page_id, ${keys}, row_number() over (order by ${sql.orderBy}) as n ${matching} order by ${sql.orderBy} limit $5::int) p
         join document d on d.namespace_id = $3::bigint and d.id = p.page_id order by p.n`;
  return { text, keysOf: (row) => sql.keys.map((_, index) => row[`k${index}`]) };
}

function walk(driving: DrivingEquality | null, params: unknown[]): { from: string; where: string } {
  const where = 'd.namespace_id = $3::bigint and';
  if (!driving) return { from: 'document d', where };
  const next = (value: unknown) => `$${params.push(value)}`;
  const drive = `k.namespace_id = $3::bigint and k.name = ${next(driving.name)}::text and k.key = ${next(driving.key)}::bytea`;
  const from = 'attribute k join document d on d.namespace_id = k.namespace_id and d.id = k.document_id';
  return { from, where: `${drive} and ${where}` };
}

function countSql(query: ParsedQuery, env: SqlEnv, driving: DrivingEquality | null, params: unknown[]): string {
  if (!query.count) return 'null::bigint';
  const sql = toSql(query.filter, { ...env, firstParam: params.length + 1 });
  params.push(...sql.params);
  const { from, where } = walk(driving, params);
  return `(select count(*) from ${from} ${sql.joins} where ${where} ${sql.where})`;
}
