/** Items of an array whose field `at` (an RFC 3339 time, by a path inside the item) lies within `within` back from the judging moment. */
export interface WindowRule {
  at: string;
  within: string;
}

/**
 * What an engine reads of a document (docs/contract.md#6-context-recipe). The keys of `last_n` and `window` are paths
 * of arrays. Sections beside the document's own (related documents, the previous reading) join `fields` here when they
 * are built.
 */
export interface Recipe {
  fields: readonly string[];
  /** Newest items kept of an array: its tail. Applied after `window`. */
  last_n?: Readonly<Record<string, number>>;
  window?: Readonly<Record<string, WindowRule>>;
  /** Most tokens of text and pictures, at least 2; left out: what the standard size class leaves beside the question. */
  max_tokens?: number;
}

/** The judged document as it is stored. Times are RFC 3339 in UTC; `images` maps names to image ids. */
export interface JudgedDocument {
  id: string;
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  images: Readonly<Record<string, string>>;
  created_at: string;
  updated_at: string;
}
