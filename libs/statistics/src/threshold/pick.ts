import { BoundKind, boundReaches } from '../interval/proportion';
import { Candidates, precisionAt, recallAt } from './candidates';
import type { Trials } from './weighted';

/** Index of the last candidate (lowest threshold) that passes; null when none does. */
function lowest({ threshold }: Candidates, passes: (at: number) => boolean): number | null {
  for (let at = threshold.length - 1; at >= 0; at -= 1) if (passes(at)) return at;
  return null;
}

/** Index of the first candidate (highest threshold) that passes; null when none does. */
function highest({ threshold }: Candidates, passes: (at: number) => boolean): number | null {
  for (let at = 0; at < threshold.length; at += 1) if (passes(at)) return at;
  return null;
}

/** Lowest threshold whose precision reaches the target in the sample; the true precision misses it half of the time. */
export function pointPick(candidates: Candidates, target: number): number | null {
  return lowest(candidates, (at) => precisionAt(candidates, at) >= target);
}

/**
 * Lowest threshold whose one-sided 95 % lower bound of precision reaches the target.
 * @see docs/methods.md#thresholds
 */
export function scanPick(candidates: Candidates, target: number, bound: BoundKind = 'wilson'): number | null {
  const { truePositives, selected } = candidates;
  return lowest(candidates, (at) => boundReaches(bound, truePositives[at], selected[at], target));
}

/** Least number of rows, all positive, whose lower bound reaches the target; null above `most`. */
export function leastAllRight(target: number, bound: BoundKind, most: number): number | null {
  let low = 1;
  let high = most;
  if (!boundReaches(bound, high, high, target)) return null;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boundReaches(bound, middle, middle, target)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Fixed-sequence test: starts at the first threshold that selects enough rows to succeed, and lowers it while the bound
 * holds. With Clopper and Pearson's bound the error is at most 5 % by construction.
 * @see Angelopoulos 2021, "Learn then Test"; docs/methods.md#thresholds
 */
export function sequencePick(candidates: Candidates, target: number, bound: BoundKind): number | null {
  const { n, selected, truePositives } = candidates;
  const least = leastAllRight(target, bound, n);
  if (least === null) return null;
  let held: number | null = null;
  for (let at = 0; at < selected.length; at += 1) {
    if (selected[at] < least) continue;
    if (!boundReaches(bound, truePositives[at], selected[at], target)) break;
    held = at;
  }
  return held;
}

/** Highest threshold whose recall reaches the target in the sample; null without positives. */
export function recallPick(candidates: Candidates, target: number): number | null {
  return candidates.positives === 0 ? null : highest(candidates, (at) => recallAt(candidates, at) >= target);
}

/** Highest threshold whose one-sided 95 % Wilson bound of recall reaches the target. */
export function recallScanPick({ hits, trials }: Trials, target: number): number | null {
  const at = hits.findIndex((found, index) => boundReaches('wilson', found, trials[index], target));
  return at < 0 ? null : at;
}

/**
 * Threshold with the least cost falsePositive FP + falseNegative FN. Of equal costs the highest threshold wins, and selecting
 * nothing counts as the highest.
 * @returns the index, or null for selecting nothing, and the cost in the unit of the prices
 */
export function costPick(candidates: Candidates, falsePositive: number, falseNegative: number) {
  const { positives, selected, truePositives } = candidates;
  let best: { at: number | null; cost: number } = { at: null, cost: falseNegative * positives };
  for (let at = 0; at < selected.length; at += 1) {
    const cost = falsePositive * (selected[at] - truePositives[at]) + falseNegative * (positives - truePositives[at]);
    if (cost < best.cost) best = { at, cost };
  }
  return best;
}

/**
 * Lowest of some thresholds, from the strictest down, before the first one whose one-sided 95 % bound misses the target. Each step may
 * take the whole 5 %, since it is looked at only where all before it held: so a false promise has a chance of at most 5 %, also where
 * precision is flat just below the target, which a scan of all thresholds passes by luck in up to 18 %.
 * @param steps indexes of candidates, chosen without what came true, see `stepsOf`
 * @see Maurer, Hothorn and Lehmacher 1995; docs/methods.md#thresholds
 */
export function steppedPick({ selected, truePositives }: Candidates, steps: readonly number[], target: number) {
  let held: number | null = null;
  for (const at of steps) {
    if (!boundReaches('clopper_pearson', truePositives[at], selected[at], target)) break;
    held = at;
  }
  return held;
}
