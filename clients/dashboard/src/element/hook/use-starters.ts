import type { Schema } from '@app/sdk/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';

/** The starters, which are the same for everybody; they change with the service alone. */
export function useStarters(): UseQueryResult<Schema<'StarterView'>[]> {
  return useQuery({
    queryKey: keys.starters.all,
    queryFn: async () => (await client.organization.starters()).starters,
    staleTime: Infinity,
  });
}
