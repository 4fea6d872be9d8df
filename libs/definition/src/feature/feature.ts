import type { Aggregate, ArrayWindow, Json } from '../reading/value';

export const ageUnits = ['minutes', 'hours', 'days'] as const;
export type AgeUnit = (typeof ageUnits)[number];

/** A number over the documents that a relation joins with the judged one, whichever of them the context shows. */
export interface RelatedFeature {
  name: string;
  /** Name of a relation of the recipe. */
  of: string;
  aggregate: Aggregate;
  /** Normalised, of the related document. A count has it to count the documents with a value there; a share has none. */
  path?: string;
  /** The filter as the client sent it. A share is that of the documents that match it; other aggregates read only those. */
  where?: { [key: string]: Json };
  /** Only documents whose timestamp at `at` is not older than `within`. */
  window?: ArrayWindow;
}

/** A number that is stored beside each answer, as of what was read. */
export type Feature =
  | RelatedFeature
  /** The number at a path of the judged document; a boolean counts as 0 or 1. */
  | { name: string; from: string }
  /** The time from the timestamp at a path until judging, in units; negative when it lies ahead. */
  | { name: string; age_of: string; unit: AgeUnit }
  /** The raw `p` of the answer before. */
  | { name: string; previous: 'p' };
