import type { Schema } from '@app/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../api/client';

/** The judgments of a namespace, for every page that needs them: one key must not hold two shapes. */
export function useJudgments(ns: string): UseQueryResult<Schema<'JudgmentView'>[]> {
  return useQuery({
    queryKey: ['judgments', ns],
    queryFn: async () => (await client.namespace(ns).judgments.list()).judgments,
    enabled: ns !== '',
  });
}
