import { beyond } from './attribute-parts';
import type { AttributeOrder } from './attribute-parts';
import { orderedKey } from './attribute-order';
import type { SqlScope } from '../sql/scope';

/** SQL of where a page begins: the placeholders of the key and the id of a cursor. */
interface Start {
  /** Null behind a document without a key, which comes after all keys. */
  key: string | null;
  id: string;
}

/** @param cursor its columns @param scope gets a parameter for each placeholder */
export function startOf(cursor: readonly string[], scope: SqlScope): Start {
  const at = orderedKey(cursor);
  const id = `${scope.param(cursor.at(-1))}::text`;
  return { key: at === null ? null : `${scope.param(at)}::bytea`, id };
}

/** The rows of a pair, as SQL. */
interface PairRows {
  /** Condition of the rows of the equality. */
  of: string;
  /** Condition of the keys. */
  keys: string;
  order: Required<AttributeOrder>;
  /** Placeholder of the rows of the page. */
  page: string;
}

/**
 * A select of `id` and `key` of the rows with a key that come first after the start, in no order. It looks at some five
 * rows for each of the page, however many documents have the same key.
 */
export function keyedRows(rows: PairRows, start: Start | undefined): string {
  const { of, keys, order, page } = rows;
  // The text holds every placeholder, whatever the cursor.
  if (start?.key === null) return `${select} where ${of} and ${keys} and false and ${start.id} is not null`;
  if (order.attribute.direction !== order.id) return crossedRows(rows, start);
  const after = start ? `and (p.key, p.document_id) ${beyond(order.id)} (${start.key}, ${start.id})` : '';
  return `(${select} where ${of} and ${keys} ${after} order by p.key ${order.id}, p.document_id ${order.id} limit ${page})`;
}

/** A select of the rows without a key, in the order of ids. */
export function keylessRows({ of, order, page }: PairRows, start: Start | undefined): string {
  const after = start?.key === null ? `and p.document_id ${beyond(order.id)} ${start.id}` : '';
  return `(select p.document_id as id, null::bytea as key from attribute_pair p
    where ${of} and p.key = '\\x'::bytea ${after} order by p.document_id ${order.id} limit ${page})`;
}

const select = 'select p.document_id as id, p.key from attribute_pair p';

/**
 * Rows whose ids go the other way than their keys, which the index has not. The page's last key comes first; then the rows
 * before that key, and of that key and of the start's those that come first, each by the index.
 */
function crossedRows({ of, keys, order, page }: PairRows, start: Start | undefined): string {
  const { direction } = order.attribute;
  const isLater = beyond(direction);
  const isEarlier = isLater === '>' ? '<' : '>';
  const after = start ? `and p.key ${isLater} ${start.key}` : '';
  const place = `${of} and ${keys}`;
  const first = (condition: string) =>
    `(${select} where ${place} and ${condition} order by p.document_id ${order.id} limit ${page})`;
  // Where fewer rows are left than a page has, all of them come before the end of keys.
  const end = direction === 'asc' ? `'\\xff'::bytea` : `'\\x'::bytea`;
  const parts = [
    `(with edge as materialized (select p.key from attribute_pair p where ${place} ${after}
        order by p.key ${direction}, p.document_id ${direction} offset ${page} - 1 limit 1)
      ${select} where ${place} ${after} and p.key ${isEarlier} coalesce((select key from edge), ${end})
      union all select * from ${first('p.key = (select key from edge)')} e)`,
    ...(start ? [first(`p.key = ${start.key} and p.document_id ${beyond(order.id)} ${start.id}`)] : []),
  ];
  return parts.join(' union all ');
}
