import type { Aggregate, ArrayWindow, Json } from '../reading/value';
import type { UpstreamAnswer } from './answer';

/** One side of a join: the id of a document, or one of its attributes. */
export type JoinPath = 'id' | `attributes.${string}`;

export interface Join {
  /** A path of the related document. */
  theirs: JoinPath;
  /** A path of the judged document. */
  mine: JoinPath;
}

/**
 * A relation as a change of a related document or of an answer about it meets it: which documents the change concerns, and
 * whether it does at all. A relation of a document with itself has an edge only for the answers that it reads, since its
 * paths are read paths of the document.
 */
export interface Edge extends Join {
  /** The name of the relation in the recipe. */
  relation: string;
  /** Normalised paths of the related document: whatever the relation renders, orders, filters or joins by, and features read. */
  paths: string[];
  /** Whether it counts that a related document is there, even when no path of it holds a value. */
  presence: boolean;
  /** The filter of the relation as the client sent it; null when every document that joins is related. */
  where: { [key: string]: Json } | null;
  /** What the relation reads of other judgments' answers about the related document; left out for nothing. */
  answers?: UpstreamAnswer[];
}

/** Which judged documents follow a change of a related one, when the relation points from many to one. */
export interface FanoutScope {
  /** Only documents that were created within this duration before the walk. */
  created_within?: string;
  /** Only documents that match this filter. */
  where?: { [key: string]: Json };
}

/** The fan-out settings that a judgment sets itself. A member that is left out is the namespace's. */
export interface OwnFanout {
  debounce_ms?: number;
  max_wait_ms?: number;
  rolling_limit?: number;
  block_cap?: number;
  scope?: FanoutScope;
}

export interface RelationOrder {
  path: string;
  direction: 'asc' | 'desc';
}

/** A number that a fetch makes of the related documents of a judged one. */
export interface AggregateSpec {
  aggregate: Aggregate;
  /** Normalised path of the number; null for a share, and for a count of all documents. */
  path: string | null;
  /** Null for all documents of the relation. */
  where: { [key: string]: Json } | null;
  /** Only related documents whose timestamp at `at` is not older than `within`. */
  window: ArrayWindow | null;
}

/** What a fetch reads of the related documents of a judged one. */
export interface RelationSpec extends Join {
  /** Normalised paths that are read of each related document. */
  fields: string[];
  where: { [key: string]: Json } | null;
  /** Empty for `created_at`, newest first; equal documents follow by id. */
  order_by: RelationOrder[];
  /** How many related documents are read: the first in the order. Null for as many as `block_cap`. */
  last_n: number | null;
  /** Only related documents whose timestamp at `at` is not older than `within`. */
  window: ArrayWindow | null;
  /** What is read of other judgments' answers about each related document; left out for nothing. */
  answers?: UpstreamAnswer[];
  /** How many documents that share a key are looked at: the newest. Left out for the namespace's. */
  block_cap?: number;
}
