/** Keeps items of an array whose field `at` (a path in the item to an RFC 3339 time) is not older than `within`. */
export interface WindowRule {
  at: string;
  within: string;
}

/**
 * What an engine reads of a document (docs/contract.md#6-context-recipe). The keys of `last_n` and `window` are paths of
 * arrays.
 */
export interface Recipe {
  fields: readonly string[];
  /** Keeps this many newest items of an array, from its end. Applied after `window`. */
  last_n?: Readonly<Record<string, number>>;
  window?: Readonly<Record<string, WindowRule>>;
  /** Fields of the document as an earlier judging read it; a section of its own. */
  previous?: { fields: readonly string[] };
  /** Maximum of tokens of text and images, at least 2; default: the rest of the standard size class beside the question. */
  max_tokens?: number;
}

/** A document as it is stored. Times are RFC 3339 in UTC; `images` maps names to image ids. */
export interface JudgedDocument {
  id: string;
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  images: Readonly<Record<string, string>>;
  created_at: string;
  updated_at: string;
}
