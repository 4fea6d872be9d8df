import { aggregates } from '@app/definition';
import type { Aggregate, ArrayWindow, JoinPath, Json, RelationOrder, UpstreamAnswer } from '@app/definition';
import { Bool, Int, JsonObject, ListOf, MapOf, Num, OneOf, Shape, Stamp, Text, Values } from '../field';

/** A relation of the active version, as changes of related documents meet it. */
export class RelationEdge {
  @Text({ meaning: 'Name of the relation.' }) relation: string;
  @Text({ meaning: 'The join on the side of the related document: `id` or `attributes.<name>`.' }) theirs: JoinPath;
  @Text({ meaning: 'The join on the side of the judged document: `id` or `attributes.<name>`.' }) mine: JoinPath;
  @Values({ type: 'string' }, { meaning: 'Paths of the related document that the relation reads.' }) paths: string[];
  @Bool({ meaning: 'Whether a related document counts even when it has no value at a path.' }) presence: boolean;
  @Shape({ type: ['object', 'null'] }, { meaning: 'The filter of the relation.' }) where: object | null;
  @Values(
    { type: 'object' },
    {
      optional: true,
      meaning: "What the relation shows of other judgments' answers: `{judgment, field?, bands | cut | value}`.",
    },
  )
  answers?: UpstreamAnswer[];
}

/** What is read of the documents that a relation joins with a judged one. */
export class RelationQuery {
  @Text({ meaning: 'The join on the side of the related document: `id` or `attributes.<name>`.' }) theirs: JoinPath;
  @Text({ meaning: 'The join on the side of the judged document: `id` or `attributes.<name>`.' }) mine: JoinPath;
  @Values({ type: 'string' }, { meaning: 'Paths of the related document.' }) fields: string[];
  @Shape({ type: ['object', 'null'] }, { meaning: 'A filter.' }) where: { [key: string]: Json } | null;
  @Values(
    { type: 'object' },
    { meaning: '`{path, direction}` in order; empty for `created_at`, newest first. Equal documents follow by id.' },
  )
  order_by: RelationOrder[];
  @Int({
    nullable: true,
    min: 1,
    max: 1000,
    meaning: 'How many related documents are read: the first in the order. Null for as many as `block_cap`.',
  })
  last_n: number | null;
  @Shape({ type: ['object', 'null'] }, { meaning: '`{at, within}`: only documents whose timestamp is not older.' })
  window: ArrayWindow | null;
  @Values(
    { type: 'object' },
    {
      optional: true,
      max: 8,
      meaning: "What is read of other judgments' answers: `{judgment, field?, bands | cut | value}`.",
    },
  )
  answers?: UpstreamAnswer[];
  @Int({
    optional: true,
    min: 2,
    max: 10_000,
    meaning: "How many documents that share a key are looked at: the newest. Left out for the namespace's `block_cap`.",
  })
  block_cap?: number;
}
/** A related document with the members that the paths of its relation name. */
export class RelatedItem {
  @Text() id: string;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
  @JsonObject() attributes: object;
  @JsonObject() state: object;
  @MapOf(
    { type: 'string' },
    {
      optional: true,
      meaning: 'By judgment, with a field `<judgment>.<field>`: a band, a side of a cut or an option.',
    },
  )
  answers?: Record<string, string>;
}
export class RelatedItems {
  @ListOf(() => RelatedItem, { meaning: "In the relation's order; empty beside `shared`." }) items: RelatedItem[];
  @Values(
    { type: 'integer' },
    {
      optional: true,
      meaning:
        "In place of `items`, where several judged documents may have the same: indexes into the reply's `shared`.",
    },
  )
  shared?: number[];
  @Bool({ meaning: 'Whether documents were left out that could have changed what is read.' }) more: boolean;
}

/** A number that is made of all documents of a relation, also of those that are not read. */
export class AggregateQuery {
  @Int({ min: 0, meaning: 'The relation: an index into `specs`.' }) of: number;
  @OneOf(aggregates) aggregate: Aggregate;
  @Text({ nullable: true, meaning: 'Path of the number; null for a share and for a count of all documents.' })
  path: string | null;
  @Shape({ type: ['object', 'null'] }, { meaning: 'A filter; a share is that of what matches it.' })
  where: { [key: string]: Json } | null;
  @Shape({ type: ['object', 'null'] }, { meaning: '`{at, within}`: only documents whose timestamp is not older.' })
  window: ArrayWindow | null;
}
export class AggregatedNumber {
  @Num({ nullable: true, meaning: 'Null where no document has a value.' }) value: number | null;
  @Bool({ meaning: 'Whether more documents are related than were looked at, the newest.' }) more: boolean;
}
