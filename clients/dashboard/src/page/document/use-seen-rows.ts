import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Reads } from '../../live/next-read';
import type { Document } from './column';

/**
 * Rows in sight as they are now, by id: answers make no events, so that those that wait are read again when they are due.
 * @param rows in sight, a hundred at most
 */
export function useSeenRows(ns: string, rows: readonly Document[]): ReadonlyMap<string, Document> {
  const [seen] = useDebouncedValue(rows, 200);
  const [reads] = useState(() => new Reads());
  const ids = seen.map(({ id }) => id);
  const query = useQuery({
    queryKey: keys.document.rows(ns, ids),
    queryFn: async () => {
      const include: ('attributes' | 'answers')[] = ['attributes', 'answers'];
      const { documents } = await client.namespace(ns).documents.getMany(ids, { fresh: 'stored', include });
      return new Map(documents.map((document) => [document.id, document]));
    },
    enabled: ids.length > 0,
    // The list was just read; only what waits is worth another reading.
    refetchInterval: ({ state }) => {
      const read = state.data ? [...state.data.values()] : seen;
      return reads.nextMs(
        read.flatMap(({ answers }) => Object.values(answers ?? {})),
        state.dataUpdatedAt || Date.now(),
      );
    },
    gcTime: 60_000,
  });
  return query.data ?? none;
}
const none: ReadonlyMap<string, Document> = new Map();
