import type { Filter } from '../../../filter/filter';
import type { Schema } from '@app/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';

/** How a number of the current answers is distributed. A template prefix has no answers of its own. */
export function useDistribution(ns: string, name: string, on: string): UseQueryResult<Schema<'AnswerDistribution'>> {
  return useQuery({
    queryKey: keys.distribution.on(ns, name, on),
    queryFn: async () => await client.namespace(ns).judgments.get(name).distribution({ on }),
    enabled: !ns.endsWith('/*'),
  });
}

/** The first documents that a filter finds, and how many it finds, exactly; nothing without a filter. */
export interface Matching {
  count: number;
  ids: readonly string[];
}

export const shownDocuments = 50;

export async function countMatching(ns: string, filter: unknown): Promise<Matching> {
  if (filter === null) return { count: 0, ids: [] };
  const body = { filter: filter as Filter, limit: shownDocuments, count: true, include: [] };
  const { count, documents } = await client.namespace(ns).query(body);
  return { count: count ?? documents.length, ids: documents.map(({ id }) => id) };
}

/** @param filter null for none */
export function useMatching(ns: string, filter: unknown): UseQueryResult<Matching> {
  return useQuery({
    // The page of documents keeps a bare number under the text of its filter.
    queryKey: keys.count.matching(ns, JSON.stringify(filter)),
    queryFn: async () => await countMatching(ns, filter),
    enabled: !ns.endsWith('/*'),
    placeholderData: (before) => before,
  });
}
