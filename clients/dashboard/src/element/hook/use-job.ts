import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';

/**
 * A job, read again until it has finished.
 * @param id of the job; left out or empty: nothing is read
 * @param everyMs milliseconds between two reads
 */
export function useJob(id: string | undefined, everyMs = 1_000) {
  return useQuery({
    queryKey: keys.jobs.one(id),
    queryFn: async () => await client.jobs.get(id ?? ''),
    enabled: id !== undefined && id !== '',
    refetchInterval: ({ state: { data } }) => (data?.finished_at ? false : everyMs),
  });
}
