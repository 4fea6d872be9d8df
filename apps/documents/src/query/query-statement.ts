import { createHash } from 'node:crypto';
import type { NamespaceRef } from '@app/contracts';
import { coveredQuerySql, querySql, toSql } from '@app/filter';
import type { DrivingEquality, SqlEnv } from '@app/filter';
import type { Named } from '@app/persistence';
import { answersSql } from '../answer/answer-row';
import { Parts, fittingColumns, measured, sizeColumns } from '../reading/fitting-sql';
import { namespaceColumns } from '../reading/read.store';
import { ParsedQuery } from './query';

/** The columns of a row that make its cursor: the order keys `k0`, `k1` and so on, or the one attribute key. */
export interface KeyRow {
  id: string;
  key?: Buffer | null;
  [key: `k${number}`]: string;
}

export interface Statement {
  statement: Named;
  params: unknown[];
  /** The keys of a row's cursor. */
  keysOf: (row: KeyRow) => string[];
}

/** The rows of a page as SQL: documents with the column `place` and those of the cursor. */
interface Page {
  text: string;
  /** The columns of the cursor. */
  keys: readonly string[];
  keysOf: Statement['keysOf'];
}

/** Parameters $1 to $5: organization, namespace, its id, judgments, and the limit plus one. */
export const firstFreeParam = 6;

/**
 * One statement for the namespace's state, the page and the count, from one database snapshot.
 * @param env its `firstParam` is `firstFreeParam`
 * @param driving the equality whose attribute index leads; null for none
 * @param judgmentIds whose answers are read
 */
export function queryStatement(
  { organization, namespace }: NamespaceRef,
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality | null,
  parts: Parts,
  judgmentIds: readonly string[],
): Statement {
  const params: unknown[] = [organization, namespace, env.namespaceId, judgmentIds, query.limit + 1];
  const sizes = sizeColumns(parts, answersSql('$4'));
  const page =
    (driving && coveredPage(query, env, driving, sizes, params)) ?? scannedPage(query, env, driving, sizes, params);
  const columns = fittingColumns(parts, ['place', ...page.keys]);
  const count = query.count ? countSql(query, env, driving, params) : 'null::bigint';
  const text = `select ${namespaceColumns}, ${count} as count, q.*
    from namespace n left join lateral (
      select ${columns} from ${measured(page.text, 'place')} d order by d.place) q on true
    where n.organization = $1 and n.name = $2 and $4::text[] is not null`;
  return { statement: { name: nameOf(text), text }, params, keysOf: page.keysOf };
}

/** A page that attribute keys alone select and order; only the documents of the page are fetched. Null when they cannot. */
function coveredPage(
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality,
  sizes: string,
  params: unknown[],
): Page | null {
  const sql = coveredQuerySql(query, driving, env);
  if (!sql) return null;
  params.push(...sql.params);
  const found = `select ${sql.id} as id, ${sql.key} as key from ${sql.from} where ${sql.where}`;
  const text = `select d.*, p.key, p.place, ${sizes} from (
      select f.*, row_number() over (order by ${sql.orderBy('f')}) as place from (
        select * from (${found}) f order by ${sql.orderBy('f')} limit $5::int) f) p
    join document d on d.namespace_id = $3::bigint and d.id = p.id offset 0`;
  return { text, keys: ['key'], keysOf: ({ id, key }) => sql.keysOf(id, key ?? null) };
}

/** A page of documents that are looked at one by one. An order other than by id sorts keys first and fetches rows then. */
function scannedPage(
  query: ParsedQuery,
  env: SqlEnv,
  driving: DrivingEquality | null,
  sizes: string,
  params: unknown[],
): Page {
  const sql = querySql(query, env);
  params.push(...sql.params);
  const { from, where } = scanned(driving, params);
  const keys = sql.keys.map((key, index) => `${key} as k${index}`).join(', ');
  const matching = `from ${from} ${sql.joins} where ${where} ${sql.where}`;
  const text =
    query.order.length === 0
      ? `select d.*, d.id as place, ${keys}, ${sizes} ${matching} order by ${sql.orderBy} limit $5::int`
      : `select d.*, p.*, ${sizes}
         from (select d.id as page_id, ${keys}, row_number() over (order by ${sql.orderBy}) as place ${matching} order by ${sql.orderBy} limit $5::int) p
         join document d on d.namespace_id = $3::bigint and d.id = p.page_id offset 0`;
  const names = sql.keys.map((_, index) => `k${index}` as const);
  return { text, keys: names, keysOf: (row) => names.map((name) => row[name]) };
}

function countSql(query: ParsedQuery, env: SqlEnv, driving: DrivingEquality | null, params: unknown[]): string {
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
