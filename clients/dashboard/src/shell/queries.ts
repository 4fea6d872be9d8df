import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/failure';
import { keys } from '../api/query-keys';

/** A read that says that the session is over makes the gate ask again who is signed in. */
function onError(error: unknown): void {
  if (isSignedOut(error)) queries.setQueryData(keys.expired, true);
}

/** What pages have read. The client beneath repeats requests by itself, so that nothing is repeated here. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== keys.session[0]) onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
