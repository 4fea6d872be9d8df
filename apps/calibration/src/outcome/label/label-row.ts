import type { FeatureNumbers, PartAnswers } from '@app/statistics';

/** A label with the numbers of its answer. */
export interface LabelRow {
  answer_id: string;
  namespace: string;
  document: string;
  value: boolean | string | number | null;
  escape: boolean;
  source: string;
  hindsight: boolean;
  observed_at: Date;
  /** The inverse of the probability with which the review queue drew the answer; 1 for other labels. */
  weight: number;
  /** Number of the draw of the review queue that took the answer, and how many it took; 0 for other labels. */
  draw: number;
  draw_size: number;
  judged_at: Date;
  engine_version: string | null;
  number: number | null;
  escape_p: number | null;
  dist: Record<string, number> | null;
  features: FeatureNumbers | null;
  parts: PartAnswers | null;
}

/** What the answers of a version may say. It gives the number of columns of a label. */
export interface Form {
  type: 'bool' | 'choice' | 'score';
  /** Options of a choice, in order of definition; else empty. */
  options: string[];
  /** Each answer has options of its own: then `options` are places by probability (`variedPlaces`). */
  optionsVary?: true;
  /** Levels of a score, ascending; else empty. */
  levels: number[];
  /** Names of the features, in order; at most 12. */
  features: string[];
  /** Names of the parts of a composite judgment, in order; at most 8. */
  parts: string[];
}

/** How many current answers of the same version and epoch lie in each stratum, see `strataOf`. */
export interface AnswerCounts {
  counts: readonly number[];
  /** The same in 1,001 bins, of a bool by p and of a score by `normalized`: a thousandth each, and the last those at 1; absent for a choice. */
  fine?: readonly number[];
  /** Whether they were counted of a sample of the answers. */
  sampled: boolean;
  /** When they were counted, in milliseconds since 1970. */
  countedAtMs: number;
}

/**
 * Labelled answers as columns, in the order of a hash of their documents' ids. Fits are made of them and figures counted on them.
 * Plain arrays of numbers can go to a thread and into a row of the database as they are.
 */
export interface LabelSet {
  form: Form;
  answers: string[];
  /** Raw probabilities: `width` numbers for each label, one label after the other. */
  reads: Float64Array;
  /** 1 or 0 of a bool; otherwise the index of the option, escape or nearest level that happened. */
  y: Float64Array;
  /** The posted values of a score; otherwise empty. */
  values: Float64Array;
  /** The engine's own scores of a score, NaN where it gave none; otherwise empty. */
  scores: Float64Array;
  /** One number for each feature of each label; NaN is a missing value. */
  features: Float64Array;
  /** The probability of each part of each label. */
  parts: Float64Array;
  /** The document of each label, as a number. */
  units: Float64Array;
  /** The inverse of the probability with which the review queue drew each label's answer; 1 for other labels. */
  weights: Float64Array;
  /** Number of the draw that took each label's answer, and how many answers it took; 0 for other labels. */
  draws: Float64Array;
  drawSizes: Float64Array;
  source: Uint8Array;
  hindsight: Uint8Array;
  /** When the outcome of each label was observed, in milliseconds since 1970. */
  observedMs: Float64Array;
  /** All answers that the labels should stand for; null where they were not counted, so that each label counts for itself. */
  population: AnswerCounts | null;
}
