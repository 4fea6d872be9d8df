import type { FetchDocuments, FetchedDocument, RelatedItems } from '@app/contracts/documents';

/** What a fetch reads of the documents that are related to one. */
type Related = Required<Pick<FetchedDocument, 'related' | 'candidates'>>;

const blockCap = 1_000;

/** The documents that the relations of a fetch join with one, as documents reads them. It knows no filter and no order. */
export function relatedTo(
  document: FetchedDocument,
  { specs = [], read = {} }: Pick<FetchDocuments, 'specs' | 'read'>,
  all: Iterable<FetchedDocument>,
): Related {
  const stored = [...all];
  const bySpec = specs.map(({ theirs, mine, last_n, block_cap = blockCap }): RelatedItems => {
    const key = valueAt(document, mine);
    const max = last_n ?? block_cap;
    const isBlock = theirs !== 'id' && mine !== 'id';
    const joined = stored.filter((one) => key !== undefined && valueAt(one, theirs) === key);
    const items = joined.flatMap(({ id, created_at, updated_at, attributes, state }) =>
      isBlock && id === document.id ? [] : [{ id, created_at, updated_at, attributes, state }],
    );
    return { items: items.slice(0, max), more: items.length > max };
  });
  const readers = Object.entries(read);
  return {
    related: Object.fromEntries(
      readers.map(([reader, { relations }]) => [
        reader,
        Object.fromEntries(Object.entries(relations).map(([name, spec]) => [name, bySpec[spec]])),
      ]),
    ),
    candidates: Object.fromEntries(
      readers.flatMap(([reader, { candidates }]) => (candidates === undefined ? [] : [[reader, bySpec[candidates]]])),
    ),
  };
}

function valueAt({ id, attributes }: FetchedDocument, path: string): unknown {
  return path === 'id' ? id : (attributes as Record<string, unknown>)[path.slice('attributes.'.length)];
}
