import { reportedEce } from '../bin/calibration-error';
import { NoiseFloor, eceNoiseFloor } from '../bin/noise-floor';
import { studentQuantile } from '../distribution/student';
import { estimateShare } from '../interval/clustered-share';
import { likenessOfReads } from '../interval/likeness';
import { lossInterval } from '../interval/mean';
import { Interval } from '../interval/proportion';
import { type ShareRows, sharedUnits } from '../interval/rows';
import type { Labels } from '../label/labels';
import { accuracy, brier, hits, logLoss, logLosses, squaredErrors } from '../metric/loss';
import { Numbers } from '../number/numbers';
import { logit, sigmoid } from '../number/probability';
import { auroc } from '../ranking/auroc';
import { precisionAtTop } from '../ranking/top';
import { rarerDocuments } from '../test/clustered-covariance';
import { aurocVariance } from '../test/delong';

/** A figure with its 95 % interval, which is null when the labels do not allow one. */
export interface Figure {
  value: number;
  interval: Interval | null;
}

/** Figures of a bool's reads, null when the labels do not allow one. Log loss is in nats, all others are in [0, 1]. */
export interface BoolMetrics {
  logLoss: Figure;
  brier: Figure;
  accuracy: Figure;
  /** Calibration error without an interval: what it must be compared with is the noise floor. */
  ece: { value: number; noiseFloor: NoiseFloor | null } | null;
  auroc: Figure | null;
  precisionAt5: Figure | null;
  precisionAt10: Figure | null;
}

export interface BoolReads {
  /** Held-out reads, in [0, 1]. */
  reads: Numbers;
  y: Numbers;
  /**
   * The numbers for the ranking figures. For raw reads and those of one rising map the engine's p, since pooling held-out
   * reads of several fits destroys AUROC; for a falling map -p; for features the pooled reads themselves.
   */
  ranking: Numbers;
  units?: Numbers | null;
  /** How many answers each label stands for; absent: one. */
  weights?: Numbers | null;
  floor?: number;
}

/**
 * AUROC with DeLong's interval on the log-odds scale, by document and weight. The variance is estimated of the documents of the rarer
 * class, m of them, so the quantile is Student's with 2m - 1 degrees of freedom: with the normal one five positives covered 89 %. An
 * AUROC of 0 or 1 has no variance; its interval ends where all m would rank so with a chance of 2.5 %.
 * @param rows documents and weights of the rows
 * @returns null with one class; the interval is null when the variance is 0 or not defined (ties only, one document of a class)
 * @see DeLong 1988; Obuchowski 1997; Pepe 2003, 5.2; docs/methods.md#coverage-of-the-intervals
 */
export function aurocFigure(p: Numbers, y: Numbers, { units: documents, weights }: ShareRows = {}): Figure | null {
  // DeLong's variance counts rows of documents of their own twice as fast.
  const units = documents && sharedUnits(documents);
  const value = auroc({ p, y, weights });
  if (value === null) return null;
  const rarer = rarerDocuments(y, { units, weights });
  if (value === 1) return { value, interval: [0.025 ** (1 / rarer), 1] };
  if (value === 0) return { value, interval: [0, 1 - 0.025 ** (1 / rarer)] };
  const variance = aurocVariance(p, y, units, weights);
  if (variance === null || variance < 1e-14) return { value, interval: null };
  const quantile = studentQuantile(0.975, 2 * rarer - 1);
  const half = (quantile * Math.sqrt(variance)) / (value * (1 - value));
  const middle = logit(value);
  return { value, interval: [sigmoid(middle - half), sigmoid(middle + half)] };
}

/**
 * All figures of one reading of a bool, each but the calibration error with its interval, by document and weight.
 * @throws RangeError without rows
 */
export function boolMetrics({ reads, y, ranking, units, weights, floor }: BoolReads): BoolMetrics {
  const labels = { p: reads, y, units, weights };
  const ranked = { ...labels, p: ranking };
  const ece = reportedEce(labels);
  const top = (part: number): Figure | null => {
    const found = precisionAtTop(ranked, part);
    return found && { value: found.precision, interval: found.interval };
  };
  return {
    logLoss: {
      value: logLoss(labels, floor),
      interval: lossInterval(logLosses(labels, floor), units, Infinity, weights),
    },
    brier: { value: brier(labels), interval: lossInterval(squaredErrors(labels), units, 1, weights) },
    accuracy: { value: accuracy(labels), interval: estimateShare(hits(labels), labels)?.interval ?? null },
    ece: ece === null ? null : { value: ece, noiseFloor: noiseFloorOf(labels) },
    auroc: aurocFigure(ranking, y, labels),
    precisionAt5: top(20),
    precisionAt10: top(10),
  };
}

/** The calibration error of perfect reads of these labels, whose outcomes are as alike within documents as these. */
export function noiseFloorOf(labels: Labels): NoiseFloor | null {
  return eceNoiseFloor(labels.p, undefined, undefined, { ...labels, likeness: likenessOfReads(labels) });
}
