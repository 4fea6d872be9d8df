import { QueryCache, MutationCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/failure';
import { expiredKey, sessionKey } from '../sign-in/session';

/** A read that says that the session is over makes the gate ask again who is signed in. */
function onError(error: unknown): void {
  if (isSignedOut(error)) queries.setQueryData(expiredKey, true);
}

/** What pages have read. The client beneath repeats requests by itself, so that nothing is repeated here. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== sessionKey[0]) onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
