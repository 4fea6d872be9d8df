import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import type { Body } from './draft';
import type { Schema } from '@app/sdk/client';

/**
 * What a request would make, read and cost; nothing is made. What the request before showed stays until its own comes.
 * @param text JSON of the request; nothing is asked while it is empty
 */
export function useDryRun(ns: string, text: string): UseQueryResult<Schema<'JudgmentChange'>> {
  return useQuery({
    queryKey: keys.dryRun.ofText(ns, text),
    queryFn: async ({ signal }) => {
      const body = JSON.parse(text) as Body;
      return await client.namespace(ns).judgments.create({ ...body, dry_run: true }, { signal });
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}
