import type { Schema } from '@app/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';

/** Documents that say which columns there are; the first ones are tried. */
const mostSampled = 20;

/** Some documents of a namespace with their attributes and state. */
export function useSampled(ns: string): UseQueryResult<Schema<'DocumentView'>[]> {
  return useQuery({
    queryKey: keys.samples.toAsk(ns),
    queryFn: async () =>
      (
        await client
          .namespace(ns)
          .query({ limit: mostSampled, include: ['attributes', 'state'] })
          .page()
      ).documents,
    refetchOnWindowFocus: false,
  });
}
