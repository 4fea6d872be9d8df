import { classCounts } from '../label/labels';
import { logLosses } from '../metric/loss';
import { Numbers, sumOf } from '../number/numbers';
import { choiceLosses } from '../choice/choice-metric';
import { rarerDocuments } from './clustered-covariance';
import { delong } from './delong';
import { Ratios, largestChoiceLoss, largestLoss } from './detectable';
import { weightedGuardedT } from './paired';
import { unitMean, unitMeansOf } from './unit-mean';
import { worstChoiceDifference, worstDifference } from './worst';

/**
 * What the comparison of an alternative with the version comes to, whatever number of alternatives it is corrected for.
 * Plain numbers, to be stored: a verdict follows from them and k at each read, so that a table whose k has grown never
 * shows a claim of before.
 */
export interface RowStatistic {
  /** Labelled answers that both sides have. */
  labels: number;
  /** Labels of the rarer class of a bool; null for a choice or a score. */
  rarer: number | null;
  /** Documents of the rarer class of a bool; absent in rows that were scored before documents were counted: `rarer`. */
  rarerUnits?: number | null;
  /** Documents of the labels that stand for any answer; each counts once. */
  units: number;
  /** The number of documents of equal weight that would tell the gain as well; absent in older rows: `units`. */
  effective?: number;
  /** Mean loss(version) - loss(alternative), in nats. Positive favours the alternative. */
  gain: number;
  /** Standard error of `gain`; 0 below two units. */
  standardError: number;
  /** The appended difference of the guarded test, in nats. */
  guard: number;
  /** One-sided p of the guarded test, before correction. */
  p: number;
  /** The version's mean loss on the same labels, in nats. */
  versionLogLoss: number;
  /** What this row says of the ratios by which a later run's detectable gain is planned. */
  ratios: Ratios;
  /** Null for a choice or a score, and with fewer than two labels of a class. */
  auroc: { difference: number; standardError: number; p: number } | null;
  /** Alternative minus version, in [-1, 1]. */
  accuracy: { difference: number; standardError: number };
}

/** Held-out reads of one side, from a fit of its own on the same labels and folds. */
export interface BoolSide {
  reads: Numbers;
  /** The numbers that AUROC ranks by. */
  ranking: Numbers;
  /** Floor of the side's own engine: a grid is neither flattered nor punished against an engine without one. */
  floor: number;
}

/** Two sides on the labels that both have. */
export interface RowOf<Side> {
  version: Side;
  alternative: Side;
  y: Numbers;
  /** Document of each label. */
  units?: Numbers | null;
  /** How many answers each label stands for; null: one. */
  weights?: Numbers | null;
}

/** The statistic of a bool. @see docs/methods.md#verdicts-on-alternatives */
export function boolRow({ version, alternative, y, units, weights }: RowOf<BoolSide>): RowStatistic {
  const lossesOf = ({ reads, floor }: BoolSide) => logLosses({ p: reads, y }, floor);
  const hitsOf = ({ reads }: BoolSide) => Float64Array.from(reads, (p, i) => ((p >= 0.5 ? 1 : 0) === y[i] ? 1 : 0));
  const { positives, negatives } = classCounts(y);
  const { difference, variance, pGreater } = delong(version.ranking, alternative.ranking, y, units, weights);
  const isRanked = difference !== null && variance !== null && pGreater !== null;
  return {
    ...compared({
      losses: [lossesOf(version), lossesOf(alternative)],
      hits: [hitsOf(version), hitsOf(alternative)],
      worst: worstDifference(version.reads, alternative.reads, version.floor, alternative.floor),
      largest: largestLoss(version.reads, version.floor),
      units,
      weights,
    }),
    rarer: Math.min(positives, negatives),
    rarerUnits: rarerDocuments(y, { units, weights }),
    auroc: isRanked ? { difference, standardError: Math.sqrt(Math.max(0, variance)), p: pGreater } : null,
  };
}

/** Held-out reads of one side of a choice or a score. */
export interface ClassSide {
  /** Probabilities of the options (the escape last) or of the levels. */
  reads: readonly Numbers[];
  /** 1 for each label whose value the side names: the likeliest option, or the nearest level. */
  hits: Numbers;
  floor: number;
}

/** The statistic of a choice or a score. @see docs/methods.md#verdicts-on-alternatives */
export function classRow({ version, alternative, y, units, weights }: RowOf<ClassSide>): RowStatistic {
  const lossesOf = ({ reads, floor }: ClassSide) => choiceLosses(reads, y, floor);
  return {
    ...compared({
      losses: [lossesOf(version), lossesOf(alternative)],
      hits: [version.hits, alternative.hits],
      worst: worstChoiceDifference(version.reads, alternative.reads, version.floor, alternative.floor),
      largest: largestChoiceLoss(version.reads, version.floor),
      units,
      weights,
    }),
    rarer: null,
    rarerUnits: null,
    auroc: null,
  };
}

interface Columns {
  /** Losses of the version, and of the alternative. */
  losses: readonly [Numbers, Numbers];
  hits: readonly [Numbers, Numbers];
  worst: number;
  /** The largest loss that the version could show. */
  largest: number;
  units?: Numbers | null;
  weights?: Numbers | null;
}

function compared({ losses, hits, worst, largest, units, weights }: Columns) {
  const differences = ([a, b]: readonly [Numbers, Numbers]) =>
    unitMeansOf(
      Float64Array.from({ length: a.length }, (_, i) => a[i] - b[i]),
      units,
      weights,
    );
  const d = differences(losses);
  const { mean, standardError, guard, p } = weightedGuardedT(d, worst);
  const right = unitMean(differences([hits[1], hits[0]]));
  const spread = unitMean(unitMeansOf(losses[0], units, weights)).standardError;
  return {
    labels: losses[0].length,
    units: d.values.length,
    effective: unitMean(d).effective,
    gain: mean,
    standardError,
    guard,
    p,
    versionLogLoss: sumOf(losses[0], weights) / (weights ? sumOf(weights) : losses[0].length),
    ratios: {
      deviation: spread > 0 ? standardError / spread : 0,
      guard: largest > 0 ? -guard / largest : 0,
    },
    accuracy: { difference: right.mean, standardError: right.standardError },
  };
}
