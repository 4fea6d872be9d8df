import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import type { Filter } from '../../filter/filter';

/** How many documents of a namespace pass a filter. @param filterText the filter as it names what was read; `isOn` asks */
export function useCount(
  ns: string,
  filterText: string,
  filter: Filter | undefined,
  isOn: boolean,
): UseQueryResult<number | null> {
  return useQuery({
    queryKey: keys.count.found(ns, filterText),
    queryFn: async () =>
      (await client.namespace(ns).query({ filter, limit: 1, count: true, include: [] })).count ?? null,
    enabled: isOn,
  });
}
