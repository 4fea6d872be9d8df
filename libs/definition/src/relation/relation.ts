import type { ArrayWindow, Json } from '../definition/value';
import type { Join, RelationOrder } from './edge';

export const upstreamFields = ['p', 'score', 'normalized', 'escape_p'] as const;
export type UpstreamField = (typeof upstreamFields)[number];

/** How a relation reads another judgment's answer about the related document: never as the number itself. */
export type UpstreamAnswer =
  /** The band of a number, as `bandText` prints it. Without `field` it is `score` of a score and `p` of a bool. */
  | { judgment: string; field?: UpstreamField; bands: number[] }
  /** On which side of a number it lies. */
  | { judgment: string; field?: UpstreamField; cut: number }
  /** The option of a choice. */
  | { judgment: string; value: true };

/** Documents of the same namespace that a recipe reads beside the judged one, in normal form. */
export interface Relation {
  join: Join;
  /** The filter as the client sent it; absent when every document that joins is related. */
  where?: { [key: string]: Json };
  /** Normalised paths of the related document; empty only beside `answers`. */
  fields: string[];
  order_by: RelationOrder[];
  /** How many related documents are rendered: the first in the order. */
  last_n: number;
  /** Only documents whose timestamp at `at` is not older than `within`. */
  window?: ArrayWindow;
  answers?: UpstreamAnswer[];
}

/**
 * Whom a change of a related document concerns: `pointer` those that name its id, `entity` the one that it names, `block`
 * the others with its key, `self` the document itself.
 */
export type RelationClass = 'pointer' | 'entity' | 'block' | 'self';

export function relationClass({ theirs, mine }: Join): RelationClass {
  if (theirs === 'id') return mine === 'id' ? 'self' : 'pointer';
  return mine === 'id' ? 'entity' : 'block';
}

/** What the filter of a relation reads: paths of the related and of the judged document, and names of judgments. */
export interface RelationReads {
  theirs: readonly string[];
  mine: readonly string[];
  judgments: readonly string[];
}

/**
 * Checks the filter of a relation and says what it reads. `parseRelationWhere` of `@app/filter` implements this port; this
 * lib cannot import the filter grammar, which builds on it.
 * @throws Problem `invalid_request`
 */
export type ParseRelationWhere = (where: unknown, pointer: string) => RelationReads;
