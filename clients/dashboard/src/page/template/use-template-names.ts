import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { prefixesOf } from './chain';

/** Names of the judgments that each prefix above a namespace has itself. */
export function useTemplateNames(ns: string): UseQueryResult<ReadonlyMap<string, readonly string[]>> {
  return useQuery({
    queryKey: keys.judgments.templates(ns),
    queryFn: async () => {
      const lists = await Promise.all(
        prefixesOf(ns).map(async (prefix) => {
          const { judgments } = await client.namespace(prefix).judgments.list();
          return [prefix, judgments.map(({ name }) => name)] as const;
        }),
      );
      return new Map(lists);
    },
  });
}
