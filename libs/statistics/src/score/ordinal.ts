import { poolViolators } from '../isotonic/isotonic';
import { fitPenalised } from '../logistic/penalised';
import { Numbers } from '../number/numbers';
import { defaultFloor, logit, sigmoid } from '../number/probability';

/** Proportional odds over the cuts of a score: P(level >= j)' = sigma(a z_j + b_j), one slope for all cuts. */
export interface OrdinalFit {
  /** Shared slope; 1 keeps the engine's spread. */
  a: number;
  /** Shift of each cut 1 .. levels - 1, in log odds. */
  b: number[];
  floor: number;
}

/** Scores with their outcomes: a distribution over the levels, and the index of the level that came true. */
export interface ScoreLabels {
  dists: readonly Numbers[];
  y: Numbers;
  weights?: Numbers | null;
}

/** Log odds of P(level >= j) for j = 1 .. levels - 1. */
function cutLogits(dist: Numbers, floor: number): Float64Array {
  const logits = new Float64Array(dist.length - 1);
  let above = 0;
  for (let j = dist.length - 1; j >= 1; j -= 1) {
    above += dist[j];
    logits[j - 1] = logit(above, floor);
  }
  return logits;
}

/**
 * Fits proportional odds: a Platt fit for each cut with a shared slope, smoothed targets, ridge 1 toward slope 1 and .25
 * toward shift 0.
 * @param levels number of levels, at least 2; every row has that many
 * @see McCullagh 1980; statsmodels `OrderedModel`; docs/methods.md#choice-and-score
 */
export function fitOrdinal(
  { dists, y, weights }: ScoreLabels,
  levels: number,
  floor = defaultFloor,
  warm?: OrdinalFit,
): OrdinalFit {
  const cuts = levels - 1;
  const columns = cuts + 1;
  const design = new Float64Array(dists.length * cuts * columns);
  const weight = new Float64Array(dists.length * cuts);
  const target = new Float64Array(dists.length * cuts);
  const targets = Array.from({ length: cuts }, (_, j) => cutTargets(y, weights, j + 1));
  dists.forEach((dist, i) => {
    const logits = cutLogits(dist, floor);
    for (let j = 0; j < cuts; j += 1) {
      const row = i * cuts + j;
      design[row * columns] = logits[j];
      design[row * columns + 1 + j] = 1;
      weight[row] = weights ? weights[i] : 1;
      target[row] = weight[row] * (y[i] > j ? targets[j].yes : targets[j].no);
    }
  });
  const ridge = Float64Array.from({ length: columns }, (_, j) => (j === 0 ? 1 : 0.25));
  const centre = Float64Array.from({ length: columns }, (_, j) => (j === 0 ? 1 : 0));
  const [a, ...b] = fitPenalised({
    design,
    columns,
    weight,
    target,
    ridge,
    centre,
    start: warm && [warm.a, ...warm.b],
  });
  return { a, b, floor };
}

function cutTargets(y: Numbers, weights: Numbers | null | undefined, cut: number) {
  let positives = 0;
  let negatives = 0;
  for (let i = 0; i < y.length; i += 1) {
    const w = weights ? weights[i] : 1;
    if (y[i] >= cut) positives += w;
    else negatives += w;
  }
  return { yes: (positives + 1) / (positives + 2), no: 1 / (negatives + 2) };
}

/** The calibrated distribution over the levels, summing to 1; cuts that cross are pooled. */
export function readOrdinal({ a, b, floor }: OrdinalFit, dist: Numbers): Float64Array {
  const above = cutLogits(dist, floor).map((z, j) => sigmoid(a * z + b[j]));
  // P(level >= j) never increases with j. Pooling wants non-decreasing values, so it gets the cuts in reverse order.
  const ordered = new Float64Array(above.length);
  let start = 0;
  for (const block of poolViolators(above.slice().reverse(), new Float64Array(above.length).fill(1))) {
    for (let i = start; i <= block.end; i += 1) ordered[above.length - 1 - i] = block.value;
    start = block.end + 1;
  }
  return Float64Array.from({ length: dist.length }, (_, k) => {
    const least = k === 0 ? 1 : ordered[k - 1];
    return least - (k === dist.length - 1 ? 0 : ordered[k]);
  });
}
