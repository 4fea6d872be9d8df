import { useQuery } from '@tanstack/react-query';
import { keys } from '../api/query-keys';
import type { PaletteItem } from '../keys/palette-items';
import { searchTermOf } from '../keys/search-term';
import { useMayChange } from '../sign-in/session';
import { findThings } from './find-things';

/** What is found by an id or a name, and whether it is still looked for. @param typed once it rests */
export function useThings(
  typed: string,
  namespace: string,
): { items: PaletteItem[]; isSearching: boolean; error: unknown } {
  const mayChange = useMayChange();
  const term = searchTermOf(typed);
  const found = useQuery({
    queryKey: keys.things(namespace, term),
    // What nobody looks for any more ends.
    queryFn: ({ signal }) => (term === null ? [] : findThings(term, { namespace, mayChange, signal })),
    enabled: term !== null,
    staleTime: 10_000,
    retry: false,
  });
  return { items: found.data ?? [], isSearching: found.isFetching, error: found.error };
}
