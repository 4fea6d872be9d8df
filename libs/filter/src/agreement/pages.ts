import type { Filter } from '../filter/filter';
import type { CoveredSql } from '../order/covered-query';
import { encodeCursor } from '../order/cursor';
import type { PairedSql } from '../order/paired-query';
import type { drivenQuerySql } from '../order/driven-query';
import type { OrderKey } from '../order/order';
import { querySql } from '../order/query-sql';
import type { QueryParts } from '../order/query-sql';
import type { SqlEnv } from '../sql/scope';
import type { TestDatabase } from './database';

type Make = typeof drivenQuerySql;
const plain: Make = (parts, env) => ({ from: 'document d', ...querySql(parts, env) });

/** Queries of one namespace, a page at a time. */
export class Pages {
  /** @param documents how many the namespace has */
  constructor(
    private readonly database: TestDatabase,
    private readonly namespace: number,
    private readonly documents: number,
  ) {}

  /** One page, with the keys of which a cursor is made. */
  async page(parts: QueryParts, env: SqlEnv, limit: number, make = plain): Promise<{ id: string; keys: string[] }[]> {
    const { from, where, joins, orderBy, keys, params } = make(parts, env);
    const text = `select d.id, array[${keys.join(', ')}] as keys from ${from} ${joins}
      where d.namespace_id = $1 and ${where} order by ${orderBy} limit ${limit}`;
    const sent = [this.namespace, ...params];
    return (await this.database.client.query<{ id: string; keys: string[] }>(text, sent)).rows;
  }

  /** One page of a query that the keys of attributes decide. */
  async covered(
    { definitions, from, where, id, key, orderBy, params }: CoveredSql,
    limit: number,
  ): Promise<{ id: string; key: Buffer | null }[]> {
    const text = `${definitions === undefined ? '' : `with ${definitions}`} select * from (select ${id} as id, ${key} as key from ${from} where $1::bigint is not null and ${where}) f
      order by ${orderBy('f')} limit ${limit}`;
    const sent = [this.namespace, ...params];
    return (await this.database.client.query<{ id: string; key: Buffer | null }>(text, sent)).rows;
  }

  /** One page of a query over the rows of a pair. */
  async paired({ rows, isReady, orderBy, params }: PairedSql): Promise<{ id: string; key: Buffer | null }[]> {
    const text = `select * from (${rows}) f where $1::bigint is not null and ${isReady} order by ${orderBy('f')}`;
    const sent = [this.namespace, ...params];
    return (await this.database.client.query<{ id: string; key: Buffer | null }>(text, sent)).rows;
  }

  /**
   * The ids of all pages, one after the other.
   * @throws Error when the pages do not end
   */
  async all(filter: Filter, order: OrderKey[], env: SqlEnv, limit: number, make = plain): Promise<string[]> {
    const found: string[] = [];
    for (let text = ''; found.length <= this.documents;) {
      const cursor = text === '' ? {} : { cursor: { text, pointer: '/cursor' } };
      const next = await this.page({ filter, order, ...cursor }, env, limit, make);
      found.push(...next.map(({ id }) => id));
      const last = next.at(-1);
      if (last === undefined || next.length < limit) return found;
      text = encodeCursor(order, last.keys);
    }
    throw new Error('pages do not end');
  }
}
