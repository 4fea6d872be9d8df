import type { FetchDocuments, FetchedDocument } from '@app/contracts';

type Related = NonNullable<FetchedDocument['related']>;

/** The documents that the relations of a fetch join with one, as documents reads them. It knows no filter and no order. */
export function relatedTo(
  document: FetchedDocument,
  { specs = [], read = {} }: Pick<FetchDocuments, 'specs' | 'read'>,
  all: Iterable<FetchedDocument>,
): Related {
  const candidates = [...all];
  const bySpec = specs.map(({ theirs, mine, last_n: max }) => {
    const key = valueAt(document, mine);
    const joined = candidates.filter((one) => key !== undefined && valueAt(one, theirs) === key);
    const items = joined.map(({ id, created_at, updated_at, attributes, state }) => ({
      ...{ id, created_at, updated_at, attributes, state },
    }));
    return { items: items.slice(0, max), more: items.length > max };
  });
  return Object.fromEntries(
    Object.entries(read).map(([reader, { relations }]) => [
      reader,
      Object.fromEntries(Object.entries(relations).map(([name, spec]) => [name, bySpec[spec]])),
    ]),
  );
}

function valueAt({ id, attributes }: FetchedDocument, path: string): unknown {
  return path === 'id' ? id : (attributes as Record<string, unknown>)[path.slice('attributes.'.length)];
}
