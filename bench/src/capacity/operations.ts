import { documentOf, randomOf, sellersOf } from '../load/documents';
import { Shot } from '../load/load';
import { pathOf } from '../stack/client';

/** What is measured at each size. */
export type Operation = 'read' | 'upsert' | 'query' | 'order' | 'threshold';

export const judgment = 'late';
const pageSize = 20;
const json = (body: object): string => JSON.stringify(body);

/**
 * The requests of each operation, spread over the whole namespace.
 * @param documents that the namespace holds
 * @param seed another one chooses other documents
 */
export function operationsOf(
  namespace: string,
  documents: number,
  seed: number,
): Record<Operation, (n: number) => Shot> {
  const path = `/v1${pathOf(namespace)}`;
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const query = (filter: object): Shot => {
    const order_by = [{ path: 'attributes.total', direction: 'asc' }];
    const body = json({ filter, order_by, limit: pageSize, include: ['attributes', 'state'] });
    return { method: 'POST', path: `${path}/query`, body };
  };
  return {
    read: () => ({ method: 'GET', path: `${path}/documents/doc:${below(documents)}?fresh=stored` }),
    upsert: (n) => {
      const upsert = [documentOf(below(documents), seed * 1000 + n + 1)];
      return { method: 'POST', path: `${path}/documents`, body: json({ upsert }) };
    },
    query: () => {
      const low = below(500);
      return query({
        'attributes.seller': `s${below(sellersOf(documents))}`,
        'attributes.total': { gte: low, lte: low + 400 },
      });
    },
    order: () => query({ 'attributes.total': { gte: below(900) } }),
    threshold: (n) => ({
      method: 'PATCH',
      path: `${path}/judgments/${judgment}`,
      body: json({ thresholds: { alarm: n % 2 === 0 ? 0.4 : 0.6 } }),
    }),
  };
}
