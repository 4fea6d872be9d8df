import type { Schema } from '@app/sdk/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { client } from '../api/client';

/** The starters, which are the same for everybody; they change with the service alone. */
export function useStarters(): UseQueryResult<Schema<'StarterView'>[]> {
  return useQuery({
    queryKey: ['starters'],
    queryFn: async () => (await client.organization.starters()).starters,
    staleTime: Infinity,
  });
}
