import { elementTag, intersect } from '../attribute/attribute-key';
import type { KeyRange } from '../attribute/attribute-key';
import type { Filter } from '../filter/filter';
import { indexedKeys } from '../sql/attribute-sql';
import { SqlScope } from '../sql/scope';
import type { SqlEnv } from '../sql/scope';
import { filterSql } from '../sql/to-sql';
import { attributeOrderKeys, orderedKey } from './attribute-order';
import { decodeCursor } from './cursor';
import { keyColumns } from './key-column';
import type { OrderKey } from './order';
import type { QueryParts } from './query-sql';

/**
 * The key of a row in an index: of an attribute bytes, of an answer its number, of a creation its milliseconds since 1970 as
 * text; null when the document has none.
 */
export type ScanKey = Buffer | number | string | null;

/** A query that reads an index in its order and ends after the page. */
export interface ScanSql {
  /** Definitions after `with`; `walked` has a page's rows `id` and `key`. */
  definitions: string;
  /**
   * SQL of the id up to which the walk looked when it ended without filling the page, although more may follow; null when
   * the page is full or nothing follows.
   */
  ended: string;
  /** Whether a page that ended so goes on from that id. Else the walk has a further condition, which few documents meet. */
  goesOn: boolean;
  /** The text after `order by`, over the columns `key` and `id` of the alias. */
  orderBy: (alias: string) => string;
  params: unknown[];
  /** The values for `encodeCursor`, the same as those of `querySql`. */
  keysOf: (id: string, key: ScanKey) => string[];
}

export interface ScanLimits {
  /** Placeholder of the rows of the page. */
  page: string;
  /** Documents that a walk with conditions looks at. */
  documents: number;
}

/** An order that an index has. */
export interface ScanOrder {
  key: OrderKey;
  id: OrderKey['direction'];
}

/**
 * The order as an index has it: by one attribute, by `created_at`, or by `p` or `score` of a judgment that applies to all
 * documents, and then by id. Undefined for others.
 */
export function scanOrder(order: readonly OrderKey[], env: SqlEnv): ScanOrder | undefined {
  const [key, second, ...more] = order;
  if (key === undefined || more.length > 0 || (second && second.path.root !== 'id')) return undefined;
  const { path } = key;
  const isScanned =
    path.root === 'attributes' ||
    path.root === 'created_at' ||
    (path.root === 'answers' &&
      (path.field.kind === 'p' || path.field.kind === 'score') &&
      env.judgment(path.judgment)?.appliesTo === null);
  return isScanned ? { key, id: second?.direction ?? 'asc' } : undefined;
}

/** The range of keys that a filter on the path of the order alone allows; undefined for other filters. */
export function ownRange(filter: Filter, { path }: OrderKey): KeyRange | undefined {
  if (filter.kind === 'all' && filter.of.length > 0) {
    const ranges = filter.of.map((part) => ownRange(part, { path, direction: 'asc' }));
    return ranges.every((range) => range !== undefined) ? intersect(ranges) : undefined;
  }
  if (filter.kind !== 'where' || filter.path.root !== 'attributes' || path.root !== 'attributes') return undefined;
  if (filter.path.name !== path.name) return undefined;
  const keys = indexedKeys(filter.tests);
  return keys && !('oneOf' in keys) ? keys : undefined;
}

const scalars: KeyRange = { from: Buffer.alloc(0), to: Buffer.from([elementTag]) };

/** The rows of the index: their table, id, key and conditions. */
interface Source {
  table: string;
  id: string;
  /** The expression of the key as the index has it. */
  key: string;
  /** The expression of the key as a row gives it. */
  printed: string;
  where: string;
  /** SQL of the key of a cursor; null for a document without. */
  after: (keys: readonly string[]) => string | null;
  keysOf: ScanSql['keysOf'];
}

function sourceOf({ key: { path } }: ScanOrder, range: KeyRange, scope: SqlScope): Source {
  const namespace = `w.namespace_id = ${scope.namespaceParam()}`;
  if (path.root === 'created_at') {
    return {
      table: 'document',
      id: 'w.id',
      key: createdKey,
      printed: `(extract(epoch from ${createdKey}) * 1000)::bigint`,
      where: namespace,
      after: ([, ms]) => `(timestamp 'epoch' + ${scope.param(ms)}::numeric * interval '1 millisecond')`,
      keysOf: (id, key) => ['0', String(key), id],
    };
  }
  if (path.root === 'answers') {
    const judgment = scope.param(scope.env.judgment(path.judgment)?.judgmentId);
    return {
      table: 'answer',
      id: 'w.document_id',
      key: 'w.number',
      printed: 'w.number',
      where: `${namespace} and w.judgment_id = ${judgment}::text and w.number is not null`,
      after: ([missing, number]) => (missing === '1' ? null : `${scope.param(number)}::float8`),
      keysOf: (id, key) => (key === null ? ['1', '0', id] : ['0', String(Number(key)), id]),
    };
  }
  const name = scope.attributeName(path.root === 'attributes' ? path.name : '');
  const keys = `w.key >= ${scope.param(range.from)}::bytea and w.key < ${scope.param(range.to)}::bytea`;
  return {
    table: 'attribute',
    id: 'w.document_id',
    key: 'w.key',
    printed: 'w.key',
    where: `${namespace} and w.name = ${name} and ${keys}`,
    after: (texts) => {
      const at = orderedKey(texts);
      return at === null ? null : `${scope.param(at)}::bytea`;
    },
    keysOf: (id, key) => [...attributeOrderKeys(key as Buffer | null), id],
  };
}

/** The key of the index `document_by_creation`: milliseconds are the precision that the API shows and compares. */
const createdKey = `date_trunc('milliseconds', w.created_at at time zone 'UTC')`;

const beyond = (direction: OrderKey['direction']) => (direction === 'asc' ? '>' : '<');

/**
 * A query with the rows, order and cursors of `querySql` that walks the index of its order. Documents without a key follow
 * last: they are looked for by id once the keys have ended. A walk with further conditions looks at no more documents than
 * `limits` allow, and so does the search for documents without a key.
 * @param order of `scanOrder`
 * @throws Problem `invalid_request`, reason `bad_cursor`
 */
export function scanQuerySql(parts: QueryParts, order: ScanOrder, env: SqlEnv, limits: ScanLimits): ScanSql {
  const scope = new SqlScope({ ...env, attributes: 'document' });
  const range = ownRange(parts.filter, order.key);
  const isWhole = range !== undefined || (parts.filter.kind === 'all' && parts.filter.of.length === 0);
  const source = sourceOf(order, range ?? scalars, scope);
  // Every document was created, and a range on the path of the order holds for no document without a key.
  const isComplete = range !== undefined || order.key.path.root === 'created_at';
  const columns = keyColumns(parts.order, scope);
  const { cursor } = parts;
  const after = cursor && decodeCursor(parts.order, columns, cursor.text, cursor.pointer);
  const { direction } = order.key;
  const at = after && source.after(after);
  const id = after && `${scope.param(after.at(-1))}::text`;
  const filter = isWhole ? 'true' : filterSql(parts.filter, scope);
  const matching = (ids: string, condition: string) => `cross join lateral (select from document d ${scope.joins()}
    where d.namespace_id = ${scope.namespaceParam()} and d.id = ${ids}.id and ${condition} and ${filter} offset 0) matching`;

  const past = pastSql(source, order, at, id);
  const indexed = `select ${source.id} as id, ${source.printed} as key from ${source.table} w where ${source.where} ${past}
    order by ${source.key} ${direction}, ${source.id} ${order.id}`;
  const bounded = `select w.id, w.key from (${indexed} limit ${limits.documents}) w ${matching('w', 'true')}
    order by w.key ${direction}, w.id ${order.id}`;
  const keyed = `keyed as materialized (${isWhole ? indexed : bounded} limit ${limits.page})`;
  const count = '(select count(*) from keyed)';

  const pastId = at === null ? `and s.id ${beyond(order.id)} ${id}` : '';
  const seen = `select s.id from document s where s.namespace_id = ${scope.namespaceParam()} ${pastId} order by s.id ${order.id}`;
  const lastSeen = `(${seen} offset ${limits.documents - 1} limit 1)`;
  const lastKeyed = `(select id from (${indexed} offset ${limits.documents - 1} limit 1) w)`;
  // A walk that ended at its limit is refused, so nothing more is looked for.
  const looksOn = `${count} < ${limits.page}${isWhole ? '' : ` and ${lastKeyed} is null`}`;
  const looked = `limit case when ${looksOn} then ${limits.documents} else 0 end`;
  const absent = `absent as materialized (select s.id from (${seen} ${looked}) s ${matching('s', `${columns[0]!.sql} = 1`)}
    order by s.id ${order.id} limit ${limits.page} - ${count})`;
  const all = isComplete
    ? 'select id, key from keyed'
    : `select id, key from keyed union all select id, null from absent`;
  const last = isComplete ? lastKeyed : isWhole ? lastSeen : `coalesce(${lastKeyed}, ${lastSeen})`;
  return {
    definitions: [keyed, ...(isComplete ? [] : [absent]), `walked as materialized (${all})`].join(', '),
    ended:
      isComplete && isWhole
        ? 'null::text'
        : `case when (select count(*) from walked) < ${limits.page} then ${last} end`,
    goesOn: isWhole,
    orderBy: (alias) => `${alias}.key ${direction} nulls last, ${alias}.id ${order.id}`,
    params: scope.params,
    keysOf: source.keysOf,
  };
}

/**
 * Condition on the rows of an index after a cursor.
 * @param at the cursor's key: null for a document without, which comes after all keys; undefined without a cursor
 */
function pastSql(
  { key, id: rowId }: Source,
  order: ScanOrder,
  at: string | null | undefined,
  id: string | undefined,
): string {
  if (at === undefined) return '';
  if (at === null) return `and false and ${id} is not null`;
  const { direction } = order.key;
  const later = `(${key} ${beyond(direction)} ${at} or (${key} = ${at} and ${rowId} ${beyond(order.id)} ${id}))`;
  return `and ${later} and ${key} ${beyond(direction)}= ${at}`;
}
