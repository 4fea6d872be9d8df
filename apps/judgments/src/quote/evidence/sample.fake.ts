import type { FetchedDocument, RelatedItem } from '@app/contracts/documents';
import { BoolDefinition, RelationSpec, relationSpecs } from '@app/definition';
import { matches, storedRelationFilter } from '@app/filter';
import { soleReader } from '../../document/related-reads';
import { lookReader, lookSpecs } from './look';
import { subjectOf } from './place';

/** A stored document of a spec. */
export interface Stored {
  id: string;
  created_at?: string;
  attributes?: Record<string, unknown>;
  state?: Record<string, unknown>;
}

export const nowMs = Date.parse('2026-03-04T09:30:00.000Z');
const moment = '2026-03-04T09:00:00.000Z';

export const boolOf = (more: Partial<BoolDefinition>): BoolDefinition => ({
  name: 'late',
  question: 'Late?',
  type: 'bool',
  horizon: '0s',
  engine: { name: 'jev', version: 'current' },
  context: { fields: ['state.note'] },
  ...more,
});

/** What a sample of a definition reads of some of the stored documents, as documents answers it. */
export function sampleOf(definition: BoolDefinition, sampled: readonly Stored[], stored = sampled): FetchedDocument[] {
  const read = { [soleReader]: relationSpecs(definition), [lookReader]: lookSpecs({ definition }) };
  const all = stored.map(fetched);
  return sampled.map(fetched).map((document) => {
    const related = Object.entries(read).map(([reader, specs]) => {
      const lists = Object.entries(specs).map(([name, spec]) => [name, relatedTo(document, spec, all)] as const);
      return [reader, Object.fromEntries(lists)] as const;
    });
    return { ...document, related: Object.fromEntries(related) };
  });
}

function fetched({ id, created_at = moment, attributes = {}, state = {} }: Stored): FetchedDocument {
  return { id, version: 1, created_at, updated_at: created_at, attributes, state, images: {}, wanted: {} };
}

/** Documents that join one, newest first, with the paths that are read of them. */
function relatedTo(document: FetchedDocument, spec: RelationSpec, all: readonly FetchedDocument[]) {
  const { theirs, mine, where, window, last_n } = spec;
  const key = valueAt(document, mine);
  const filters = [...(where ? [where] : []), ...(window ? [{ [window.at]: { within: window.within } }] : [])];
  const isMeant = (one: FetchedDocument) =>
    filters.every((json) => matches(storedRelationFilter(json), subjectOf(one), nowMs, subjectOf(document)));
  const joined = all.filter((one) => key !== undefined && valueAt(one, theirs) === key && isMeant(one));
  const sorted = joined.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
  return { items: sorted.slice(0, last_n ?? undefined).map((one) => shownOf(one, spec)), more: false };
}

function shownOf(document: FetchedDocument, { fields }: RelationSpec): RelatedItem {
  const { id, created_at, updated_at, attributes, state } = document;
  const names = (root: string) =>
    fields.filter((path) => path.startsWith(`${root}.`)).map((path) => path.slice(root.length + 1).split('.')[0]);
  const only = (members: object, root: string) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => names(root).includes(name)));
  return { id, created_at, updated_at, attributes: only(attributes, 'attributes'), state: only(state, 'state') };
}

function valueAt({ id, attributes }: FetchedDocument, path: string): unknown {
  return path === 'id' ? id : (attributes as Record<string, unknown>)[path.slice('attributes.'.length)];
}
