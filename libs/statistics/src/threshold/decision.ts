import { Labels } from '../label/labels';
import { dealFolds } from '../fold/folds';
import { Numbers, orderOf } from '../number/numbers';
import { tieGroups } from '../ranking/auroc';
import { MeanCost, meanCost, meanSaving } from './mean-cost';

/** What a wrong answer costs, in any unit. */
export interface Costs {
  costFalsePositive: number;
  costFalseNegative: number;
}

/** What flagging costs an answer. Reads at or above the threshold are flagged; null flags none, and -Infinity all. */
export interface FlaggingCost extends MeanCost {
  threshold: number | null;
}

/** A way to flag, beside the recommended one. */
export interface OtherCost extends FlaggingCost {
  /** What the recommended threshold saves an answer against this one; below 0 where it costs more. */
  saves: MeanCost;
}

/** Expected cost of an answer by threshold. */
export interface Decision {
  /** The cost of choosing the cheapest threshold by labels like these, on labels that did not choose it. */
  recommended: MeanCost;
  /** In the order asked for. */
  others: OtherCost[];
  /** In descending order of thresholds; the first flags none. */
  curve: FlaggingCost[];
}

/** The curve has at most fifty points, and of many labels fewer, so that it takes half a second of 100,000. */
const [mostPoints, fewestPoints, mostRows] = [50, 20, 1_000_000];

/**
 * What thresholds cost an answer. The cost of the cheapest threshold is too low on the labels that chose it: so each tenth of the
 * documents is counted by the threshold that the other nine choose. All others are fixed beforehand, and are counted on all labels.
 * @param others thresholds to compare with the recommended one
 * @see Varma and Simon 2006, BMC Bioinformatics 7 (nested choice); docs/methods.md#thresholds
 */
export function decisionOf(labels: Labels, costs: Costs, others: readonly (number | null)[]): Decision {
  const most = Math.max(costs.costFalsePositive, costs.costFalseNegative);
  const costOf = (threshold: number | null): FlaggingCost => {
    const own = costsAt(labels, costs, () => threshold);
    return { threshold, ...meanCost(own, labels, most) };
  };
  const order = orderOf(labels.p).reverse();
  const chosen = heldOutCosts(labels, costs, order);
  return {
    recommended: meanCost(chosen, labels, most),
    others: others.map((threshold) => {
      const own = costsAt(labels, costs, () => threshold);
      const saved = own.map((cost, row) => cost - chosen[row]);
      return { threshold, ...meanCost(own, labels, most), saves: meanSaving(saved, labels) };
    }),
    curve: [null, ...thresholdsOf(labels.p, order)].map(costOf),
  };
}

function costsAt({ p, y }: Labels, costs: Costs, thresholdOf: (row: number) => number | null): Float64Array {
  return Float64Array.from({ length: p.length }, (_, row) => {
    const threshold = thresholdOf(row);
    const isFlagged = threshold !== null && p[row] >= threshold;
    if (y[row]) return isFlagged ? 0 : costs.costFalseNegative;
    return isFlagged ? costs.costFalsePositive : 0;
  });
}

/** The cost of each row at the threshold that the other folds choose. */
function heldOutCosts(labels: Labels, costs: Costs, order: Uint32Array): Float64Array {
  const folds = dealFolds(labels.y, undefined, labels.units);
  const count = folds.reduce((most, fold) => Math.max(most, fold + 1), 0);
  const chosen = Array.from({ length: count }, (_, fold) =>
    cheapest(labels, costs, order, (row) => folds[row] !== fold),
  );
  return costsAt(labels, costs, (row) => chosen[folds[row]]);
}

/** The threshold with the least cost over some rows; of equal costs the highest, and none is higher than all. */
function cheapest(
  { p, y, weights }: Labels,
  { costFalsePositive, costFalseNegative }: Costs,
  order: Uint32Array,
  isIn: (row: number) => boolean,
): number | null {
  // Beside flagging none: each flagged positive saves its cost, and each flagged negative adds one.
  let best: { threshold: number | null; cost: number } = { threshold: null, cost: 0 };
  let cost = 0;
  tieGroups(p, order, (start, end) => {
    let isSeen = false;
    for (let i = start; i < end; i += 1) {
      if (!isIn(order[i])) continue;
      isSeen = true;
      cost += (weights ? weights[order[i]] : 1) * (y[order[i]] ? -costFalseNegative : costFalsePositive);
    }
    if (isSeen && cost < best.cost) best = { threshold: p[order[end - 1]], cost };
  });
  return best.threshold;
}

/** Some of the reads, evenly spaced by rank, with both ends. */
function thresholdsOf(p: Numbers, order: Uint32Array): number[] {
  const distinct: number[] = [];
  tieGroups(p, order, (_, end) => distinct.push(p[order[end - 1]]));
  const allowed = Math.min(mostPoints, Math.max(fewestPoints, Math.floor(mostRows / p.length)));
  const points = Math.min(allowed, distinct.length);
  return Array.from({ length: points }, (_, i) => {
    return distinct[points === 1 ? 0 : Math.round((i * (distinct.length - 1)) / (points - 1))];
  });
}
