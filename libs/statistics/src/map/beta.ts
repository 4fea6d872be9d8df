import { Tally } from '../label/tally';
import { fitPenalised } from '../logistic/penalised';
import { clip, defaultFloor, sigmoid } from '../number/probability';

/** p' = sigma(a ln c - b ln(1 - c) + d), c the clipped read. */
export interface BetaFit {
  /** Slopes at the low and the high end, which may be negative; 1, 1, 0 keeps the read. */
  a: number;
  b: number;
  d: number;
  floor: number;
}

const ridge = [4, 4, 0.25];
const centre = [1, 1, 0];

/**
 * Beta calibration with ridge 4(a - 1)²/2, 4(b - 1)²/2, .25 d²/2: the two ends have slopes of their own, where Platt has one slope.
 * @param start warm start [a, b, d]
 * @see Kull, Silva Filho and Flach 2017; docs/methods.md#maps-of-one-probability
 */
export function fitBeta(tally: Tally, floor = defaultFloor, start?: ArrayLike<number>): BetaFit {
  const design = new Float64Array(tally.x.length * 3);
  for (let i = 0; i < tally.x.length; i += 1) {
    const c = clip(tally.x[i], floor);
    design[3 * i] = Math.log(c);
    design[3 * i + 1] = -Math.log(1 - c);
    design[3 * i + 2] = 1;
  }
  const [a, b, d] = fitPenalised({
    design,
    columns: 3,
    weight: tally.weight,
    target: tally.sum,
    ridge,
    centre,
    start,
  });
  return { a, b, d, floor };
}

/** The calibrated probability, in (0, 1). */
export function readBeta({ a, b, d, floor }: BetaFit, p: number): number {
  const c = clip(p, floor);
  return sigmoid(a * Math.log(c) - b * Math.log(1 - c) + d);
}
