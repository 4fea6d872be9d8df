import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import { notify } from './notice';

/**
 * A change that people make: afterwards what it concerns is read anew, and a line says that it is done.
 * @param concerns keys of the queries that it moves
 * @param done what the line says; none without it
 */
export function useChange<Given, Result>(
  change: (given: Given) => PromiseLike<Result>,
  { concerns, done }: { concerns: readonly QueryKey[]; done?: string | ((result: Result) => string) },
): UseMutationResult<Result, unknown, Given> {
  const queries = useQueryClient();
  return useMutation<Result, unknown, Given>({
    mutationFn: async (given) => await change(given),
    onSuccess: async (result) => {
      if (done !== undefined) notify({ message: typeof done === 'string' ? done : done(result) });
      await Promise.all(concerns.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}
