import { normalQuantile } from '../distribution/normal';
import { studentQuantile } from '../distribution/student';
import { logLosses } from '../metric/loss';
import { Numbers, deviationOf, meanByUnit } from '../number/numbers';
import { clip, defaultFloor } from '../number/probability';
import { aurocVariance } from './delong';
import { familyLevel } from './multiplicity';

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

/**
 * The critical gain, planned from the version's reads only. At a true gain of this size about half of the runs say better.
 * @param k alternatives scored this month and those of the quote, at least 1
 * @see docs/methods.md#what-a-run-can-detect
 */
export function detectable(active: Numbers, y: Numbers, k: number, options: DetectableOptions = {}): Detectable {
  const { units, floor = defaultFloor, ratios = plannedRatios } = options;
  const losses = meanByUnit(logLosses({ p: active, y }, floor), units);
  let largest = 0;
  for (let i = 0; i < active.length; i += 1) {
    const c = clip(active[i], floor);
    largest = Math.max(largest, -Math.log(c), -Math.log(1 - c));
  }
  const n = losses.length;
  const guard = -ratios.guard * largest;
  const spread = ratios.deviation * (n < 2 ? 0 : deviationOf(losses));
  const pooled = Math.sqrt(((n - 1) * spread ** 2 + (n / (n + 1)) * guard ** 2) / n);
  const critical = studentQuantile(1 - familyLevel / k, n);
  const variance = aurocVariance(active, y);
  return {
    logLoss: (critical * pooled * Math.sqrt(n + 1) - guard) / n,
    auroc: variance === null ? null : normalQuantile(1 - familyLevel / k) * ratios.deviation * Math.sqrt(variance),
  };
}

export interface DetectableOptions {
  units?: Numbers | null;
  floor?: number;
  ratios?: Ratios;
}
