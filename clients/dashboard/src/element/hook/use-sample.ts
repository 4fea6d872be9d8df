import type { Schema } from '@app/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { answerPaths, sampledPaths } from '../../filter/offered';
import { useJudgments } from './use-judgments';

/** Twenty documents that say which paths there are; a filter is typed without them, too. */
export function useSample(ns: string): Schema<'DocumentView'>[] {
  const sample = useQuery({
    queryKey: keys.documents.sample(ns),
    queryFn: async () => (await client.namespace(ns).query({ limit: 20, include: ['attributes', 'state'] })).documents,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return sample.data ?? [];
}

/** Paths that a filter over the documents and answers of a namespace may name. */
export function useFilterPaths(ns: string): string[] {
  const sample = useSample(ns);
  const judgments = useJudgments(ns).data ?? [];
  const asked = judgments.map(({ name, thresholds, definition: { type } }) => ({ name, type, thresholds }));
  return [...sampledPaths(sample), ...answerPaths(asked), 'id', 'created_at', 'updated_at'];
}
