import type { Schema } from '@app/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';

/** Documents that the editor shows as examples. */
const mostSamples = 5;

export interface Samples {
  /** The namespace that they are from; of a template the first one under it. Empty when there is none yet. */
  namespace: string;
  documents: Schema<'DocumentView'>[];
}

/** Some documents to choose paths on and to try a draft with. Stored answers are read, so that it costs nothing. */
export function useSamples(ns: string): UseQueryResult<Samples> {
  return useQuery({
    queryKey: keys.samples.in(ns),
    queryFn: async () => {
      const namespace = ns.endsWith('/*') ? await findFirstUnder(ns.slice(0, -1)) : ns;
      if (namespace === '') return { namespace, documents: [] };
      const include = ['attributes', 'state', 'images', 'answers'] as const;
      const query = { limit: mostSamples, include: [...include] };
      return { namespace, documents: (await client.namespace(namespace).query(query).page()).documents };
    },
    staleTime: 30_000,
  });
}

async function findFirstUnder(prefix: string): Promise<string> {
  const { namespaces } = await client.namespaces.list({ prefix, limit: 1 }).page();
  return namespaces[0]?.name ?? '';
}
