import type { QueryBody } from '@app/contracts/documents';
import { conditions, maxFilterBytes, parseFilter, parseOrder } from '@app/filter';
import type { Filter, OrderKey } from '@app/filter';
import { InForce, shapesOf } from '../../namespace/snapshot/in-force';

/** A query, checked against what is in force. */
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

/** @throws Problem `invalid_request` with the pointer of what is wrong */
export function parseQuery(query: QueryBody, inForce: InForce): ParsedQuery {
  const known = shapesOf(inForce);
  const allow = { answers: true, within: true };
  const filter = parseFilter(query.filter ?? {}, { pointer: '/filter', allow, known, maxBytes: maxFilterBytes });
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

/** Whether a filter holds for every document. */
export function isEmpty(filter: Filter): boolean {
  return filter.kind === 'all' && filter.of.length === 0;
}
