import type { PageOperation } from '@app/sdk/client';
import { Button } from '@mantine/core';
import { useInfiniteQuery, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query';

interface Cursored {
  next_cursor?: string | null;
}

/** A list that comes in pages, as far as it was opened. @param first makes the call of its first page */
export function usePages<P extends Cursored, I>(
  queryKey: QueryKey,
  first: () => PageOperation<P, I>,
  { refetchMs, isOn = true }: { refetchMs?: number | ((pages: P[], readAtMs: number) => number); isOn?: boolean } = {},
): UseInfiniteQueryResult<P[]> {
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => await (pageParam ?? first()).page(),
    initialPageParam: null as PageOperation<P, I> | null,
    getNextPageParam: (page) => page.next(),
    select: ({ pages }) => pages as P[],
    refetchInterval:
      typeof refetchMs === 'function'
        ? ({ state }) => refetchMs((state.data?.pages ?? []) as P[], state.dataUpdatedAt)
        : refetchMs,
    enabled: isOn,
  });
}

/** Opens the next page of a list; nothing at its end. */
export function More({ list }: { list: UseInfiniteQueryResult<unknown> }) {
  if (!list.hasNextPage) return null;
  return (
    <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show more
    </Button>
  );
}
