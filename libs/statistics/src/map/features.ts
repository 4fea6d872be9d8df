import { fitPenalised } from '../logistic/penalised';
import { Scale, Table, scaleOf, scaled } from '../logistic/scale';
import { Numbers } from '../number/numbers';
import { defaultFloor, logit, sigmoid } from '../number/probability';

/** Columns of the features reading: the engine's log odds (of the answer or of each part), and stored numbers. */
export interface FeatureSample {
  /** Probability of each part, row-major; one column p for a plain bool, none for "features only". NaN means missing. */
  parts: Table;
  /** NaN means missing. */
  features: Table;
  y: Numbers;
  weights?: Numbers | null;
}

/** A fitted features reading; plain numbers, so that it can be stored as JSON. */
export interface FeaturesFit extends Scale {
  intercept: number;
  /** Slope of each part's log odds, unscaled. */
  slopes: number[];
  /** Mean log odds of each part's present values, which replace a missing part. */
  typical: number[];
  /** One coefficient for each feature, on the scaled value. */
  coef: number[];
  floor: number;
}

/** Penalties: 10 on each scaled feature, 4 on each part's slope toward 1/parts, .25 on the intercept. */
const [featureRidge, slopeRidge, interceptRidge] = [10, 4, 0.25];

/** Mean log odds of each column's present values; 0 for an empty column. */
export function typicalLogits({ values, columns }: Table, floor: number, keep?: Uint8Array): number[] {
  return Array.from({ length: columns }, (_, j) => {
    let sum = 0;
    let count = 0;
    for (let i = 0; i * columns < values.length; i += 1) {
      const p = values[i * columns + j];
      if (Number.isNaN(p) || (keep && !keep[i])) continue;
      sum += logit(p, floor);
      count += 1;
    }
    return count === 0 ? 0 : sum / count;
  });
}

export interface FeatureFitOptions {
  floor?: number;
  /** 1 for each row to learn from. */
  keep?: Uint8Array;
  /** A fit on nearly the same rows. */
  warm?: FeaturesFit;
}

/**
 * Logistic regression on the engine's log odds and the scaled features, with a penalty toward the raw read. It learns
 * everything, also the scale, on the kept rows.
 * @see docs/methods.md#the-choice-of-the-reading
 */
export function fitFeatures(
  { parts, features, y, weights }: FeatureSample,
  options: FeatureFitOptions = {},
): FeaturesFit {
  const { floor = defaultFloor, keep, warm } = options;
  const scale = scaleOf(features, keep);
  const typical = typicalLogits(parts, floor, keep);
  const columns = parts.columns + features.columns + 1;
  const rows = keep ? keep.reduce((sum, kept) => sum + kept, 0) : y.length;
  const design = new Float64Array(rows * columns);
  const weight = new Float64Array(rows);
  const target = new Float64Array(rows);
  let row = 0;
  for (let i = 0; i < y.length; i += 1) {
    if (keep && !keep[i]) continue;
    let at = row * columns;
    for (let j = 0; j < parts.columns; j += 1, at += 1) {
      const p = parts.values[i * parts.columns + j];
      design[at] = Number.isNaN(p) ? typical[j] : logit(p, floor);
    }
    for (let j = 0; j < features.columns; j += 1, at += 1) {
      design[at] = scaled(scale, j, features.values[i * features.columns + j]);
    }
    design[at] = 1;
    weight[row] = weights ? weights[i] : 1;
    target[row] = weight[row] * y[i];
    row += 1;
  }
  const isSlope = (j: number) => j < parts.columns;
  const ridgeOf = (j: number) => (isSlope(j) ? slopeRidge : j < columns - 1 ? featureRidge : interceptRidge);
  const fitted = fitPenalised({
    design,
    columns,
    weight,
    target,
    ridge: Float64Array.from({ length: columns }, (_, j) => ridgeOf(j)),
    centre: Float64Array.from({ length: columns }, (_, j) => (isSlope(j) ? 1 / parts.columns : 0)),
    start: warm && [...warm.slopes, ...warm.coef, warm.intercept],
  });
  return {
    ...scale,
    intercept: fitted[columns - 1],
    slopes: [...fitted.subarray(0, parts.columns)],
    typical,
    coef: [...fitted.subarray(parts.columns, columns - 1)],
    floor,
  };
}

/** The probability of yes in (0, 1) for one answer's parts ([p] for a plain bool) and features; NaN means missing. */
export function readFeatures(fit: FeaturesFit, parts: Numbers, features: Numbers): number {
  let u = fit.intercept;
  fit.slopes.forEach(
    (slope, j) => (u += slope * (Number.isNaN(parts[j]) ? fit.typical[j] : logit(parts[j], fit.floor))),
  );
  fit.coef.forEach((coef, j) => (u += coef * scaled(fit, j, features[j])));
  return sigmoid(u);
}
