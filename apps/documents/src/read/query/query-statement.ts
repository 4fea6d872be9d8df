import { createHash } from 'node:crypto';
import type { NamespaceRef } from '@app/contracts';
import { coveredQuerySql, pairedQuerySql, querySql, toSql, scanQuerySql } from '@app/filter';
import type { DrivingEquality, SqlEnv, ScanKey } from '@app/filter';
import type { Named } from '@app/persistence';
import { answersSql } from '../../answer/answer-row';
import {
  Parts,
  fitsResponse,
  fitsShare,
  fittingColumns,
  measured,
  openJoin,
  sizeBarrier,
  sizeColumns,
} from '../by-id/fitting-sql';
import { namespaceColumns } from '../by-id/read.store';
import { ParsedQuery, isEmpty } from './query';
import type { QueryPlan, IndexScan } from './query-plan';

/** The columns of a row that make its cursor: the order keys `k0`, `k1` and so on, or the one attribute key. */
export interface KeyRow {
  id: string;
  key?: ScanKey;
  [key: `k${number}`]: string;
}

export interface Statement {
  statement: Named;
  /**
   * The statement to run when a row of `statement` does not fit: it gives the texts of documents until their sum
   * passes the size of a response. Null when `statement` does so.
   */
  measured: (() => Named) | null;
  params: unknown[];
  /** The keys of a row's cursor. */
  keysOf: (row: KeyRow) => string[];
  /** Whether a page that ended at an id without being full goes on from it; else its query scans too much. */
  goesOn: boolean;
}

/** The rows of a page as SQL: documents with the columns of `order` and those of the cursor. */
interface Page {
  text: string;
  /** The text after `order by` over the alias `d`. */
  order: string;
  /** The columns of the cursor. */
  keys: readonly string[];
  keysOf: Statement['keysOf'];
  /** What `text` reads of the whole statement, after `with`. */
  definitions?: string;
  /** SQL of the id up to which documents were looked at, when the page ended without being full; left out for null. */
  ended?: string;
  goesOn?: boolean;
  /** SQL of how many rows of the driving equality were looked at; left out where a page may end early. */
  looked?: string;
  /** SQL of whether the rows that the page reads are complete; left out where they always are. */
  isReady?: string;
}

/** SQL that gives each document of a page its size. */
interface Sizes {
  /** Columns. */
  sizes: string;
  /** The end of the statement. */
  barrier: string;
}

/** Parameters $1 to $5: organization, namespace, its id, judgments, and the limit plus one. */
export const firstFreeParam = 6;

/**
 * One statement for the namespace's state, the page and the count, from one database snapshot.
 * @param env its `firstParam` is `firstFreeParam`
 * @param plan how the documents are found
 * @param judgmentIds whose answers are read
 */
export function queryStatement(
  { organization, namespace }: NamespaceRef,
  query: ParsedQuery,
  env: SqlEnv,
  { driving, walk, pair }: QueryPlan,
  parts: Parts,
  judgmentIds: readonly string[],
): Statement {
  const params: unknown[] = [organization, namespace, env.namespaceId, judgmentIds, query.limit + 1];
  const sizes = { sizes: sizeColumns(parts, answersSql(parts.related, '$4')), barrier: sizeBarrier(parts) };
  const page =
    (walk && scanPage(query, env, walk, sizes, params)) ??
    (driving && pair?.ready && pairedPage(query, env, driving, pair.ready.id, sizes, params)) ??
    (driving && coveredPage(query, env, driving, sizes, params)) ??
    scannedPage(query, env, driving, sizes, params);
  const count = query.count ? countSql(query, env, driving, params) : 'null::bigint';
  const named = (rows: string, fits: string): Named => {
    const text = `${page.definitions ? `with ${page.definitions}` : ''}
      select ${namespaceColumns(parts)}, ${count} as count, ${page.ended ?? 'null::text'} as ended_at,
        ${page.looked ?? 'null::int'} as looked, ${page.isReady ?? 'true'} as is_ready, q.*
      from namespace n ${openJoin(parts)} left join lateral (
        select ${fittingColumns(parts, fits, page.keys)} from ${rows} d order by ${page.order}) q on true
      where n.organization = $1 and n.name = $2 and $4::text[] is not null`;
    return { name: nameOf(text), text };
  };
  const share = fitsShare(query.limit + 1);
  const bySum = () => named(measured(page.text, page.order), fitsResponse);
  const others = { params, keysOf: page.keysOf, goesOn: page.goesOn ?? false };
  if (share === null) return { statement: bySum(), measured: null, ...others };
  return { statement: named(`(${page.text})`, share), measured: bySum, ...others };
}

/** A page that walks the index of its order; only the documents of the page are fetched. */
function scanPage(
  query: ParsedQuery,
  env: SqlEnv,
  walk: IndexScan,
  { sizes, barrier }: Sizes,
  params: unknown[],
): Page {
  const sql = scanQuerySql(query, walk.order, env, { page: '$5::int', documents: walk.limit });
  params.push(...sql.params);
  return {
    definitions: sql.definitions,
    ended: sql.ended,
    goesOn: sql.goesOn,
    // `offset 0`, because the planner does not know how few rows a walk gives.
    text: `select d.*, p.key, ${sizes} from walked p
      cross join lateral (select * from document where namespace_id = $3::bigint and id = p.id offset 0) d ${barrier}`,
    order: sql.orderBy('d'),
    keys: ['key'],
    keysOf: ({ id, key }) => sql.keysOf(id, key ?? null),
  };
}

/** A page that attribute keys alone select and order; only the documents of the page are fetched. Null when they cannot. */
function coveredPage(
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality,
  { sizes, barrier }: Sizes,
  params: unknown[],
): Page | null {
  const sql = coveredQuerySql(query, driving, env);
  if (!sql) return null;
  params.push(...sql.params);
  const found = `select ${sql.id} as id, ${sql.key} as key from ${sql.from} where ${sql.where}`;
  const text = `select d.*, p.key, ${sizes} from (
      select * from (${found}) f order by ${sql.orderBy('f')} limit $5::int) p
    join document d on d.namespace_id = $3::bigint and d.id = p.id ${barrier}`;
  return {
    ...(sql.definitions !== undefined && { definitions: sql.definitions, looked: sql.looked }),
    text,
    order: sql.orderBy('d'),
    keys: ['key'],
    keysOf: ({ id, key }) => sql.keysOf(id, (key as Buffer | null | undefined) ?? null),
  };
}

/** A page that the rows of a pair of attributes give in their order; only the documents of the page are fetched. */
function pairedPage(
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality,
  pair: string,
  { sizes, barrier }: Sizes,
  params: unknown[],
): Page | null {
  const sql = pairedQuerySql(query, driving, pair, env, '$5::int');
  if (!sql) return null;
  params.push(...sql.params);
  return {
    // `offset 0`, because the planner does not know how few rows the page has.
    text: `select d.*, p.key, ${sizes} from (${sql.rows}) p
      cross join lateral (select * from document where namespace_id = $3::bigint and id = p.id offset 0) d ${barrier}`,
    isReady: `(${sql.isReady} and not n.deleting)`,
    order: sql.orderBy('d'),
    keys: ['key'],
    keysOf: ({ id, key }) => sql.keysOf(id, (key as Buffer | null | undefined) ?? null),
  };
}

/** A page of documents that are looked at one by one. An order other than by id sorts keys first and fetches rows then. */
function scannedPage(
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality | null,
  { sizes, barrier }: Sizes,
  params: unknown[],
): Page {
  const sql = querySql(query, env);
  params.push(...sql.params);
  const { from, where } = scanned(driving, params);
  const keys = sql.keys.map((key, index) => `${key} as k${index}`).join(', ');
  const matching = `from ${from} ${sql.joins} where ${where} ${sql.where}`;
  const [first] = query.order;
  const byId = first === undefined || first.path.root === 'id' ? (first?.direction ?? 'asc') : null;
  const text =
    byId !== null
      ? `select d.*, ${keys}, ${sizes} ${matching} order by ${sql.orderBy} limit $5::int`
      : `select d.*, p.*, ${sizes}
         from (select d.id as page_id, ${keys}, row_number() over (order by ${sql.orderBy}) as place ${matching} order by ${sql.orderBy} limit $5::int) p
         join document d on d.namespace_id = $3::bigint and d.id = p.page_id ${barrier}`;
  const names = sql.keys.map((_, index) => `k${index}` as const);
  const order = byId === null ? 'd.place' : `d.id ${byId}`;
  return { text, order, keys: names, keysOf: (row) => names.map((name) => row[name]) };
}

/** Every write counts the documents of its namespace with it. */
const countersSql = `(select coalesce(sum(c.documents), 0) from namespace_counter c where c.namespace_id = $3::bigint)`;

function countSql(query: ParsedQuery, env: SqlEnv, driving: DrivingEquality | null, params: unknown[]): string {
  if (isEmpty(query.filter)) return countersSql;
  const sql = toSql(query.filter, { ...env, firstParam: params.length + 1 });
  params.push(...sql.params);
  const { from, where } = scanned(driving, params);
  return `(select count(*) from ${from} ${sql.joins} where ${where} ${sql.where})`;
}

/**
 * The documents of the namespace, or those of the driving equality. The attribute's index gives these in the order of
 * their ids, so a page in that order ends early.
 */
function scanned(driving: DrivingEquality | null, params: unknown[]): { from: string; where: string } {
  const where = 'd.namespace_id = $3::bigint and';
  if (!driving) return { from: 'document d', where };
  const next = (value: unknown) => `$${params.push(value)}`;
  const drive = `k.namespace_id = $3::bigint and k.name = ${next(driving.name)}::text and k.key = ${next(driving.key)}::bytea`;
  const from = 'attribute k join document d on d.namespace_id = k.namespace_id and d.id = k.document_id';
  return { from, where: `${drive} and ${where}` };
}

const maxPrepared = 300;
/** A longer text is not prepared: a connection holds each with its plan. */
const maxPreparedLength = 16 * 1024;
const preparedNames = new Map<string, string>();

/**
 * The name under which a connection prepares a statement. The first 300 texts have one; queries have texts without
 * bound, and each prepared one takes memory of every connection.
 */
function nameOf(text: string): string {
  const known = preparedNames.get(text);
  if (known !== undefined) return known;
  if (preparedNames.size >= maxPrepared || text.length > maxPreparedLength) return '';
  const name = `query-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  preparedNames.set(text, name);
  return name;
}
