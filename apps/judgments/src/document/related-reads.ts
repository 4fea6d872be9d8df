import type { AggregateQuery, FetchDocuments } from '@app/contracts/documents';
import {
  Definition,
  Freshness,
  aggregateSpecs,
  candidateSpec,
  canonicalJson,
  ownReads,
  relationSpecs,
} from '@app/definition';
import type { Json, RelationSpec } from '@app/definition';
import { parseRelationWhere } from '@app/filter';

/** The name of a reader that is the only one. */
export const soleReader = 'definition';

/** A definition that documents are fetched for. The fetched documents have its related ones under its name. */
export interface RelatedReader {
  name: string;
  definition: Definition;
  /** Its `block_cap` bounds blocks; left out for a definition that has no settings, whose blocks the namespace's bounds. */
  freshness?: Pick<Freshness, 'fanout'>;
}

/** A definition with the settings that say how much of related documents is read. */
export type ReadBy = Omit<RelatedReader, 'name'>;

/**
 * What a fetch reads of related documents: each distinct relation once, and for each reader which of them are its own and
 * which numbers of their documents it wants, and which judgments it reads about the document itself. Empty when no definition has relations.
 */
export function relatedReads(readers: readonly RelatedReader[]): Pick<FetchDocuments, 'specs' | 'read'> {
  const places = new Map<string, number>();
  const specs: NonNullable<FetchDocuments['specs']> = [];
  const read: NonNullable<FetchDocuments['read']> = {};
  const indexOfSpec = (spec: RelationSpec): number => {
    const text = canonicalJson(spec as unknown as Json);
    const place = places.get(text) ?? specs.push(spec) - 1;
    places.set(text, place);
    return place;
  };
  for (const { name: reader, definition, freshness } of readers) {
    if (!readsRelated(definition)) continue;
    const blockCap = freshness?.fanout?.block_cap;
    const relations = Object.entries(relationSpecs(definition, blockCap)).map(([name, spec]) => [
      name,
      indexOfSpec(spec),
    ]);
    const byName = Object.fromEntries(relations) as Record<string, number>;
    const awaits = ownReads(definition, parseRelationWhere);
    const candidates = candidateSpec(definition, blockCap);
    read[reader] = {
      relations: byName,
      ...(countsRelated(definition) && { numbers: numbersOf(definition, byName) }),
      ...(awaits.length > 0 && { awaits }),
      ...(candidates && { candidates: indexOfSpec(candidates) }),
    };
  }
  return Object.keys(read).length > 0 ? { specs, read } : {};
}

function numbersOf(definition: Definition, places: Readonly<Record<string, number>>): Record<string, AggregateQuery> {
  const numbers = Object.entries(aggregateSpecs(definition)).map(([feature, spec]) => {
    return [feature, { ...spec, of: places[spec.of] }] as const;
  });
  return Object.fromEntries(numbers);
}

/** Whether a definition has features that are numbers over related documents. */
export function countsRelated(definition: Definition): boolean {
  return Object.keys(aggregateSpecs(definition)).length > 0;
}

/** A definition without features, for callers that read contexts alone: no context shows a number, and counting takes time. */
export function withoutNumbers(definition: Definition): Definition {
  if (definition.type !== 'bool') return definition;
  const { features: _numbers, ...others } = definition;
  return others;
}

/** Whether judging by a definition reads other documents than the judged one. */
export function readsRelated({ context }: Definition): boolean {
  return context.related !== undefined && Object.keys(context.related).length > 0;
}
