import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import type { Item } from './review';

/**
 * What a person reads before a label: the context as the engine read it, and the document. The answer's numbers, which
 * come in the same reply, are left behind here, so that nothing of the page can show them.
 */
export function materialOf(name: string, { namespace, document, answer }: Item) {
  return queryOptions({
    queryKey: keys.review.of(namespace, name, answer),
    queryFn: async () => {
      const { documents } = client.namespace(namespace);
      const [{ context, engine_source }, { documents: found }] = await Promise.all([
        documents.answer(document, name, answer),
        documents.getMany([document], { fresh: 'stored', include: ['attributes', 'state', 'images'] }),
      ]);
      const { text = null, gone = null } = context;
      const [read] = found;
      return {
        engine_source,
        context: text,
        gone,
        images: read?.images ?? {},
        document: read ? { attributes: read.attributes ?? {}, state: read.state ?? {} } : null,
      };
    },
    staleTime: 60_000,
  });
}
