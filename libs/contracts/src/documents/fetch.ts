import { Int, JsonObject, ListOf, MapOf, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { AggregateQuery, AggregatedNumber, RelatedItem, RelatedItems, RelationQuery } from './relation';

/** One document as judgments reads it, from one database snapshot. */
export class FetchedDocument {
  @Text() id: string;
  @Int() version: number;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
  @JsonObject() attributes: object;
  @JsonObject() state: object;
  @JsonObject() images: object;
  @MapOf(
    { type: 'integer' },
    { meaning: "Wanted versions by judgment id: the document's version when a change last invalidated the answer." },
  )
  wanted: Record<string, number>;
  @MapOf(
    { type: 'object' },
    { optional: true, meaning: 'By judgment id and then by name of the relation: its `RelatedItems`.' },
  )
  related?: Record<string, Record<string, RelatedItems>>;
  @MapOf(
    { type: 'object' },
    { optional: true, meaning: 'By judgment id and then by name of the feature: its `AggregatedNumber`.' },
  )
  numbers?: Record<string, Record<string, AggregatedNumber>>;
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Judgment ids of `read` whose `awaits` are about to be judged on this document.' },
  )
  unsettled?: string[];
  @MapOf(
    { type: 'object' },
    { optional: true, meaning: 'By judgment id: the documents among which it chooses, as `RelatedItems`.' },
  )
  candidates?: Record<string, RelatedItems>;
}
/** What one judgment reads of related documents. */
interface RelatedRead {
  relations: Record<string, number>;
  numbers?: Record<string, AggregateQuery>;
  awaits?: string[];
  candidates?: number;
}
export class FetchDocuments {
  @Text() organization: string;
  @Text() namespace: string;
  @Values({ type: 'string' }, { max: 1000 }) ids: string[];
  @Values(
    { type: 'string' },
    { meaning: 'Judgment ids whose `wanted` the reply contains, except judgments whose applies_to does not match.' },
  )
  judgments: string[];
  @ListOf(() => RelationQuery, { optional: true, max: 1000, meaning: 'Each distinct one once.' })
  specs?: RelationQuery[];
  @MapOf(
    { type: 'object' },
    {
      optional: true,
      meaning:
        'By judgment id: `relations`, from the name of a relation to an index into `specs`; `numbers`, from the name of a feature to an `AggregateQuery`; `awaits`, names of judgments whose answers about the document itself are read; and for a choice among related documents `candidates`, an index into `specs`.',
    },
  )
  read?: Record<string, RelatedRead>;
}
export class FetchedDocuments {
  @ListOf(() => FetchedDocument) documents: FetchedDocument[];
  @ListOf(() => RelatedItem, {
    optional: true,
    meaning: 'Related documents that `RelatedItems` name by their index, once each.',
  })
  shared?: RelatedItem[];
  @Stamp({
    optional: true,
    meaning: 'With `specs`: every related change that was stamped before this moment is in what was read.',
  })
  watermark?: string;
  @Values(
    { type: 'string' },
    {
      optional: true,
      meaning: 'Ids of documents past the 8 MiB of a reply: ask for these again. The first always fits.',
    },
  )
  remaining?: string[];
}
export const fetchDocuments = request({
  subject: 'documents.fetch.v1',
  why: 'Reads documents and their wanted versions from one database snapshot, for judging. Absent documents are left out.',
  from: ['judgments', 'calibration', 'engine-broker'],
  to: 'documents',
  query: FetchDocuments,
  reply: FetchedDocuments,
  nonCalling: true,
});
