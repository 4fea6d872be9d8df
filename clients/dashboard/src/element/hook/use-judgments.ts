import type { Schema } from '@app/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';

/** The judgments of a namespace, for every page that needs them: one key must not hold two shapes. */
export function useJudgments(ns: string): UseQueryResult<Schema<'JudgmentView'>[]> {
  return useQuery({
    queryKey: keys.judgments.of(ns),
    queryFn: async () => (await client.namespace(ns).judgments.list()).judgments,
    enabled: ns !== '',
  });
}
