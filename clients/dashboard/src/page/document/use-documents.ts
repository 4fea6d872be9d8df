import type { Schema } from '@app/sdk/client';
import { useInfiniteQuery, useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { orderOf, type Document } from './column';

type Filter = Schema<'Filter'> | undefined;

/** The first page is what a person sees at once, and is read anew with every event; those after it are large. */
const [firstPage, laterPage] = [100, 1_000];

/** What a reading of the table asks for. */
export function queryOf(filter: Filter, order: string, limit: number, cursor?: string): Schema<'QueryBody'> {
  const body: Schema<'QueryBody'> = { limit, include: ['attributes', 'answers'] };
  const orderBy = orderOf(order);
  return { ...body, ...(filter && { filter }), ...(orderBy && { order_by: orderBy }), ...(cursor && { cursor }) };
}

export interface DocumentList {
  query: UseInfiniteQueryResult<Schema<'QueryView'>[]>;
  rows: readonly Document[];
  /** Rows with an answer that is not fresh, those that were never judged included. */
  notFresh: number;
  /** Whether the list no longer follows events: more than its first page was read. */
  isHeld: boolean;
  /** Reads the list from its beginning. */
  again: () => void;
}

/**
 * Documents of a namespace by filter, as far as they were opened. Pages beyond the first are not read anew by themselves:
 * a hundred of them would be read for each event. The rows in sight are (`useSeenRows`).
 */
export function useDocuments(ns: string, filterText: string, filter: Filter, order: string): DocumentList {
  const queries = useQueryClient();
  const queryKey = keys.documents.pages(ns, filterText, order);
  const kept = queries.getQueryData<{ pages: unknown[] }>(queryKey)?.pages.length ?? 0;
  const isHeld = kept > 1;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) =>
      await client.namespace(ns).query(queryOf(filter, order, pageParam === '' ? firstPage : laterPage, pageParam)),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    select: ({ pages }) => pages,
    enabled: !isHeld,
    // To compare all pages with their new ones would hold the page up; rows are equal by their ids.
    structuralSharing: false,
    refetchInterval: 30_000,
  });
  const pages = query.data;
  const rows = useMemo(() => (pages ?? []).flatMap(({ documents }) => documents), [pages]);
  const notFresh = useMemo(() => rows.filter(({ answers }) => isSomeNotFresh(answers)).length, [rows]);
  return { query, rows, notFresh, isHeld, again: () => void queries.resetQueries({ queryKey, exact: true }) };
}

function isSomeNotFresh(answers: Document['answers'] = {}): boolean {
  return Object.values(answers).some(({ status }) => status !== 'fresh');
}
