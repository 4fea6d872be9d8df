import type { ArrayWindow, Json } from '../reading/value';
import type { UpstreamAnswer } from './answer';
import type { Join, RelationOrder } from './edge';

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
  /** The tests of those answers, in the order of the filter. */
  answers: readonly AnswerTest[];
}

/** One test of a filter on another judgment's answer. */
export interface AnswerTest {
  judgment: string;
  /** The field as the path names it: `p`, `value`, `features.<name>`. */
  field: string;
  /** The operator; `mine` for a comparison with the judged document. */
  op: string;
  /** The operand of a comparison; undefined for the others. */
  operand?: unknown;
}

/**
 * Checks the filter of a relation and says what it reads. `parseRelationWhere` of `@app/filter` implements this port; this
 * lib cannot import the filter grammar, which builds on it.
 * @throws Problem `invalid_request`
 */
export type ParseRelationWhere = (where: unknown, pointer: string) => RelationReads;
