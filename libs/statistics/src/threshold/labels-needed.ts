import { betaCdf, betaQuantile } from '../distribution/beta';
import { crossFitPlatt } from '../fold/cross-platt';
import { Labels, classCounts } from '../label/labels';
import { meanOf, orderOf } from '../number/numbers';
import { leastAllRight } from './pick';
import { firstStep } from './steps';
import { CandidateViews } from './weighted';

/** The chance with which so many labels let a threshold hold. */
const power = 0.8;
/** More labels than this are out of reach. */
const mostLabels = 1_000_000;
/** Least number of labels at hand of which the strictest precision can be estimated. */
const fewestTop = 5;

/**
 * Number of labels like these after which some threshold holds a precision with a chance of 80 %. Whether one holds is decided by the
 * first step of the sequence, and the precision there is read off the calibrated numbers: the luckiest few labels of the top, which the
 * precision in the sample is the highest of, would name far too few.
 * @returns null where the calibrated precision never passes the target by enough
 * @see docs/methods.md#thresholds
 */
export function labelsForPrecision(labels: Labels, { sums, precision }: CandidateViews, target: number) {
  const n = labels.p.length;
  // Several labels of a document tell less than as many documents.
  const told = precision.selected[precision.selected.length - 1] / n;
  const calibrated = calibratedPrecision(labels, told);
  const most = mostLabels * told;
  for (let rows = Math.floor(n * told) + 1; rows <= most; rows = Math.ceil(rows * 1.05)) {
    const first = firstStep(rows, target);
    if (first === null || first.rows > rows) continue;
    const share = Math.max(first.rows / rows, Math.min(1, fewestTop / n));
    if (chanceOfAtMost(first.wrong, first.rows, 1 - calibrated(share * sums.n)) >= power) {
      return Math.max(n + 1, Math.ceil(rows / told));
    }
  }
  return null;
}

/** Number of labels, at this base rate, after which flagging everything (recall 1) holds with a chance of 80 %. */
export function labelsForRecall({ y }: Labels, { sums, recall }: CandidateViews, target: number): number | null {
  const least = leastAllRight(target, 'wilson', 1e9);
  if (least === null || sums.positives === 0) return null;
  const { n, positives } = classCounts(y);
  const told = recall.trials[recall.trials.length - 1] / positives;
  // The base rate of few labels is uncertain, so the chance is its mean over what the rate may be.
  const shares = likelyShares((sums.positives / sums.n) * n * told, n * told);
  for (let labels = n + 1; labels <= mostLabels; labels = Math.ceil(labels * 1.01)) {
    const rows = Math.floor(labels * told);
    if (rows >= least && meanOf(shares.map((share) => betaCdf(share, least, rows - least + 1))) >= power) return labels;
  }
  return null;
}

/** Ten equally likely values of a share of which `hits` of `n` were seen, by Jeffreys' prior. */
function likelyShares(hits: number, n: number): number[] {
  return Array.from({ length: 10 }, (_, at) => betaQuantile((at + 0.5) / 10, hits + 0.5, n - hits + 0.5));
}

/** The chance that at most `wrong` of `rows` are wrong when each is with the share `error`. */
function chanceOfAtMost(wrong: number, rows: number, error: number): number {
  return wrong >= rows ? 1 : 1 - betaCdf(error, wrong + 1, rows - wrong);
}

/**
 * The mean of the cross-fitted calibrated numbers among the highest ones that sum to a weight.
 * @param told how many independent rows each row tells as much as
 */
function calibratedPrecision({ p, y, weights }: Labels, told: number): (weight: number) => number {
  const numbers = asProbabilities(p);
  const { heldOut } = crossFitPlatt({
    p: numbers,
    y,
    weights: numbers.map((_, row) => told * (weights ? weights[row] : 1)),
  });
  const order = orderOf(p).reverse();
  const [weightTo, sumTo] = [new Float64Array(p.length + 1), new Float64Array(p.length + 1)];
  order.forEach((row, at) => {
    const weight = weights ? weights[row] : 1;
    weightTo[at + 1] = weightTo[at] + weight;
    sumTo[at + 1] = sumTo[at] + weight * heldOut[row];
  });
  return (weight) => {
    let [low, high] = [0, p.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (weightTo[middle] <= weight) low = middle;
      else high = middle;
    }
    const part = weightTo[high] === weightTo[low] ? 0 : (weight - weightTo[low]) / (weightTo[high] - weightTo[low]);
    const at = Math.min(1, Math.max(0, part));
    return (sumTo[low] + at * (sumTo[high] - sumTo[low])) / (weightTo[low] + at * (weightTo[high] - weightTo[low]));
  };
}

/** Numbers that are no probabilities, such as scores, as their mean rank among the labels. */
function asProbabilities(p: Labels['p']): Float64Array {
  const own = Float64Array.from(p);
  if (own.every((one) => one >= 0 && one <= 1)) return own;
  const ranks = new Float64Array(p.length);
  const order = orderOf(p);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && p[order[end]] === p[order[start]]) end += 1;
    for (let i = start; i < end; i += 1) ranks[order[i]] = (start + end) / 2 / p.length;
    start = end;
  }
  return ranks;
}
