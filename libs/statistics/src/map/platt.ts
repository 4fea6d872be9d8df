import { Tally, tallyTotals } from '../label/tally';
import { fitPenalised } from '../logistic/penalised';
import { defaultFloor, logit, sigmoid } from '../number/probability';

/** p' = sigma(a z + b), z the log odds of the clipped read. */
export interface PlattFit {
  /** Slope; 1 keeps the engine's spread. At or below 0 the engine ranks backwards; a report shows a notice then. */
  a: number;
  /** Shift in log odds. */
  b: number;
  floor: number;
}

/** Penalty on (a, b) toward (1, 0), the raw read; [0, 0] is Platt's own fit. */
export type PlattRidge = readonly [slope: number, shift: number];
export const defaultPlattRidge: PlattRidge = [1, 0.25];

/** Smoothed targets of yes and no, (N1 + 1)/(N1 + 2) and 1/(N0 + 2), with weighted counts. @see Platt 1999 */
export function smoothedTargets(tally: Tally): { yes: number; no: number } {
  const { positives, negatives } = tallyTotals(tally);
  return { yes: (positives + 1) / (positives + 2), no: 1 / (negatives + 2) };
}

export interface PlattOptions {
  ridge?: PlattRidge;
  floor?: number;
  /** Warm start [a, b]. */
  start?: ArrayLike<number>;
}

/**
 * Platt's calibration with a ridge toward the raw read. The ridge makes the fit unique for one label, one class and ties.
 * @see Platt 1999; scikit-learn `_sigmoid_calibration` for ridge [0, 0]; docs/methods.md#maps-of-one-probability
 */
export function fitPlatt(tally: Tally, options: PlattOptions = {}): PlattFit {
  const { ridge = defaultPlattRidge, floor = defaultFloor, start } = options;
  const { yes, no } = smoothedTargets(tally);
  const design = new Float64Array(tally.x.length * 2);
  for (let i = 0; i < tally.x.length; i += 1) {
    design[2 * i] = logit(tally.x[i], floor);
    design[2 * i + 1] = 1;
  }
  const target = tally.sum.map((positives, i) => positives * yes + (tally.weight[i] - positives) * no);
  const [a, b] = fitPenalised({ design, columns: 2, weight: tally.weight, target, ridge, centre: [1, 0], start });
  return { a, b, floor };
}

/** The calibrated probability, in (0, 1). */
export function readPlatt({ a, b, floor }: PlattFit, p: number): number {
  return sigmoid(a * logit(p, floor) + b);
}
