import { scaled } from '../logistic/scale';
import { FeaturesFit } from '../map/features';
import { logit, sigmoid } from '../number/probability';

/** The weight of a part of a composite judgment. */
export interface PartWeight {
  name: string;
  /** Slope of the part's log odds. */
  slope: number;
  /** Mean log odds of the labels, which a missing part counts as. */
  typical: number;
}

/** The weight of a feature, on the scaled value (value - mean) / sd. */
export interface FeatureWeight {
  name: string;
  coef: number;
  mean: number;
  /** Population deviation of the labels; 0 marks a column that says nothing. */
  sd: number;
}

/**
 * A logistic reading of an answer as it is stored and replicated: log odds = intercept + slopes · log odds of the answer or of
 * its parts + coefficients · scaled features. For a composite judgment these are the weights of its combiner.
 */
export interface StoredWeights {
  intercept: number;
  /** Slope of the answer's own log odds; null for a composite judgment, which has its parts instead. */
  slope: number | null;
  /** Empty for a judgment that is not composite. */
  parts: PartWeight[];
  features: FeatureWeight[];
  /** Smallest probability inside a logarithm. */
  floor: number;
}

/** Answers of parts by name. */
export type PartAnswers = Readonly<Record<string, { p: number }>>;
/** Features by name; null and a name left out are missing values. */
export type FeatureNumbers = Readonly<Record<string, number | null>>;

/** What weights read of an answer. */
export interface WeighedAnswer {
  /** The engine's p; not read for a composite judgment. */
  number: number | null;
  parts?: PartAnswers | null;
  features?: FeatureNumbers | null;
}

/** Names of the columns that a fit was made of. */
export interface ColumnNames {
  /** Null for a judgment that is not composite: its one column is the answer's own p. */
  parts: readonly string[] | null;
  features: readonly string[];
}

/** A fit of columns as weights by name. */
export function weightsOfFit(fit: FeaturesFit, { parts, features }: ColumnNames): StoredWeights {
  return {
    intercept: fit.intercept,
    slope: parts === null ? fit.slopes[0] : null,
    parts: (parts ?? []).map((name, j) => ({ name, slope: fit.slopes[j], typical: fit.typical[j] })),
    features: features.map((name, j) => ({ name, coef: fit.coef[j], mean: fit.mean[j], sd: fit.sd[j] })),
    floor: fit.floor,
  };
}

/**
 * The probability of yes in [0, 1] for one answer. A missing feature counts as the mean of the labels and a missing part as
 * their mean log odds, since that is what a typical answer has.
 * @returns null when the answer has no p and the weights need one
 */
export function readWeights(weights: StoredWeights, { number, parts, features }: WeighedAnswer): number | null {
  let u = weights.intercept;
  if (weights.slope !== null) {
    if (number === null) return null;
    u += weights.slope * logit(number, weights.floor);
  }
  for (const { name, slope, typical } of weights.parts) {
    const part = own(parts, name);
    u += slope * (part ? logit(part.p, weights.floor) : typical);
  }
  for (const { name, coef, mean, sd } of weights.features) {
    u += coef * scaled({ mean: [mean], sd: [sd] }, 0, own(features, name) ?? NaN);
  }
  return sigmoid(u);
}

function own<Value>(values: Readonly<Record<string, Value>> | null | undefined, name: string): Value | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}
