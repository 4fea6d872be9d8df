import { normalQuantile } from '../distribution/normal';
import { studentQuantile } from '../distribution/student';
import { type ShareRows } from '../interval/rows';
import { logLosses } from '../metric/loss';
import { Numbers, quantileOfSorted } from '../number/numbers';
import { defaultFloor, floorDistribution, logLossOf } from '../number/probability';
import { aurocVariance } from './delong';
import { familyLevel } from './multiplicity';
import { unitMean, unitMeansOf } from './unit-mean';

/** Deviation of differences as a share of the version's loss deviation, and of its largest loss. */
export interface Ratios {
  deviation: number;
  guard: number;
}
export const plannedRatios: Ratios = { deviation: 0.7, guard: 0.35 };

/** The smallest gains that a run can call better; smaller ones get `no_worse`. */
export interface Detectable {
  /** Nats. */
  logLoss: number;
  /** AUROC; null with fewer than two of a class. */
  auroc: number | null;
}

/** Rows of a judgment that were scored, from which on their own ratios are better than the planned ones. */
export const minRowsForRatios = 3;

/** The medians of the ratios of a judgment's scored rows; the planned ones while there are fewer than three rows. */
export function ratiosOf(rows: readonly Ratios[]): Ratios {
  if (rows.length < minRowsForRatios) return plannedRatios;
  const median = (of: (row: Ratios) => number) => quantileOfSorted(Float64Array.from(rows, of).sort(), 0.5);
  return { deviation: median(({ deviation }) => deviation), guard: median(({ guard }) => guard) };
}

/**
 * The least mean gain that the guarded test calls better, in nats, for differences with this deviation and guard.
 * @param n documents, or the number of equal weight that would tell as much @param deviation sample deviation of the differences @param guard the appended difference, at most 0
 * @param k alternatives that it is corrected for
 */
export function criticalGain(n: number, deviation: number, guard: number, k: number): number {
  const pooled = Math.sqrt(((n - 1) * deviation ** 2 + (n / (n + 1)) * guard ** 2) / n);
  return (studentQuantile(1 - familyLevel / k, n) * pooled * Math.sqrt(n + 1) - guard) / n;
}

/**
 * The critical gain, planned from the version's losses only.
 * @param losses one for each row, in nats
 * @param largest loss that the version's reads could show, over all outcomes, in nats
 * @param k alternatives scored this month and those of the quote, at least 1
 * @see docs/methods.md#what-a-run-can-detect
 */
export function detectableOfLosses(
  losses: Numbers,
  largest: number,
  k: number,
  ratios = plannedRatios,
  { units, weights }: ShareRows = {},
): number {
  const { standardError, effective } = unitMean(unitMeansOf(losses, units, weights));
  const deviation = standardError * Math.sqrt(effective);
  return criticalGain(effective, ratios.deviation * deviation, -ratios.guard * largest, k);
}

/** The largest loss that reads could show, over both outcomes, in nats. */
export function largestLoss(reads: Numbers, floor = defaultFloor): number {
  let largest = 0;
  for (let i = 0; i < reads.length; i += 1) {
    largest = Math.max(largest, logLossOf(reads[i], 1, floor), logLossOf(reads[i], 0, floor));
  }
  return largest;
}

/** The same over the options of choices or the levels of scores. */
export function largestChoiceLoss(dists: readonly Numbers[], floor = defaultFloor): number {
  return dists.reduce(
    (most, dist) => Math.max(most, ...Array.from(floorDistribution(dist, floor), (p) => -Math.log(p))),
    0,
  );
}

/**
 * The critical gain of a bool, planned from the version's reads only. At a true gain of this size about half of the runs say
 * better.
 * @param k alternatives scored this month and those of the quote, at least 1
 * @see docs/methods.md#what-a-run-can-detect
 */
export function detectable(active: Numbers, y: Numbers, k: number, options: DetectableOptions = {}): Detectable {
  const { floor = defaultFloor, ratios = plannedRatios } = options;
  const losses = logLosses({ p: active, y }, floor);
  return {
    logLoss: detectableOfLosses(losses, largestLoss(active, floor), k, ratios, options),
    auroc: detectableAuroc(active, y, k, ratios, options),
  };
}

/**
 * The critical gain of AUROC. @param ranking the numbers that the version ranks by
 * @returns null with fewer than two documents of a class
 */
export function detectableAuroc(
  ranking: Numbers,
  y: Numbers,
  k: number,
  ratios = plannedRatios,
  { units, weights }: ShareRows = {},
): number | null {
  const variance = aurocVariance(ranking, y, units, weights);
  return variance === null ? null : normalQuantile(1 - familyLevel / k) * ratios.deviation * Math.sqrt(variance);
}

export interface DetectableOptions extends ShareRows {
  floor?: number;
  ratios?: Ratios;
}
