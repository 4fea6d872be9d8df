import { normalQuantile } from '../distribution/normal';
import { classCounts } from '../label/labels';
import { logLosses } from '../metric/loss';
import { Numbers, meanByUnit, meanOf } from '../number/numbers';
import { DeLong } from './delong';
import { bonferroni, familyLevel } from './multiplicity';
import { GuardedTest, guardShare, guardedT } from './paired';
import type { RowStatistic } from './row';
import { worstDifference } from './worst';

/** The claims that a row of the table of alternatives can make. */
export type Verdict = 'better' | 'no_worse' | 'worse' | 'untested';

/** Two columns of nested held-out reads of the same answers. */
export interface PairedReads {
  active: Numbers;
  alternative: Numbers;
  y: Numbers;
  /** Document of each row; rows of one document count once. */
  units?: Numbers | null;
  floor?: number;
}

/** Numbers of labels that a test needs, of as many documents. @see docs/methods.md#verdicts-on-alternatives */
export const minLabelsToTest = { labels: 30, ofEachClass: 5 };

/** The comparison of an alternative with the active version by log loss, in nats. */
export interface Comparison extends GuardedTest {
  activeLogLoss: number;
  alternativeLogLoss: number;
  pAdjusted: number;
  verdict: Verdict;
}

/**
 * Compares losses of the same answers. `better`: min(1, k p) <= .05 by the guarded test. `no_worse`: the loss grew by no more
 * than one standard error or 1 % of the version's loss. Otherwise `worse`.
 * @param activeLoss one loss for each row, in nats
 * @param worst from `worstDifference`
 * @param k alternatives scored this month, this one included
 * @param tested whether the labels suffice (30, and five of each class for a bool)
 * @see docs/methods.md#verdicts-on-alternatives
 */
export function compareLosses(
  activeLoss: Numbers,
  alternativeLoss: Numbers,
  { worst, k, tested, units, share = guardShare }: CompareOptions,
): Comparison {
  const d = meanByUnit(
    Float64Array.from({ length: activeLoss.length }, (_, i) => activeLoss[i] - alternativeLoss[i]),
    units,
  );
  const test = guardedT(d, worst, share);
  const [pAdjusted] = bonferroni([test.p], k);
  const activeLogLoss = meanOf(activeLoss);
  const numbers = { gain: test.mean, standardError: test.standardError, versionLogLoss: activeLogLoss };
  const verdict = tested ? claimOf(numbers, pAdjusted) : 'untested';
  return { ...test, activeLogLoss, alternativeLogLoss: meanOf(alternativeLoss), pAdjusted, verdict };
}

export interface CompareOptions {
  worst: number;
  k: number;
  tested: boolean;
  units?: Numbers | null;
  /** Guard share; default 0.25. */
  share?: number;
}

/** The claim of a row with enough labels. @param pCorrected 1 where no gain may be claimed */
function claimOf(
  { gain, standardError, versionLogLoss }: Pick<RowStatistic, 'gain' | 'standardError' | 'versionLogLoss'>,
  pCorrected: number,
): Verdict {
  if (pCorrected <= familyLevel) return 'better';
  return -gain <= Math.max(standardError, 0.01 * versionLogLoss) ? 'no_worse' : 'worse';
}

/** What a row claims after a correction. */
export interface RowVerdict {
  verdict: Verdict;
  /** p of the log loss times `correctionOf`, at most 1; null for a narrowing, which is never tested for a gain. */
  pCorrected: number | null;
  /** Whether the alternative ranks better by AUROC beyond noise, after the same correction. */
  movesRanking: boolean;
  /** The same of AUROC; null for a narrowing, and where AUROC was not compared. */
  aurocPCorrected: number | null;
}

/** Where a row stands in its month. */
export interface RowStanding {
  /** Alternatives scored this month, this one included, deleted ones too. Not used of a narrowing. */
  scored: number;
  /** Whether a run of the month had ended before the run that first scored this row. */
  inLaterRun: boolean;
  /** Whether the row counts; a narrowing does not, and is `no_worse`, `worse` or `untested`. */
  inK: boolean;
}

/**
 * The number that a row's p is multiplied by. A row of a later run counts twice: a user who adds alternatives run by
 * run and stops at the first claim would otherwise claim falsely in up to one month in ten.
 * @see docs/decisions/0091-later-runs-count-twice.md
 */
export function correctionOf({ scored, inLaterRun }: Pick<RowStanding, 'scored' | 'inLaterRun'>): number {
  return inLaterRun ? 2 * scored : scored;
}

/**
 * The verdict of a row, from its stored numbers and where it stands in its month. More rows can take a `better` back, and
 * never give one.
 * @see docs/methods.md#verdicts-on-alternatives
 */
export function verdictOf(row: RowStatistic, standing: RowStanding): RowVerdict {
  const { labels, units, rarer, p, auroc } = row;
  const { inK } = standing;
  const rarerUnits = rarer === null ? null : Math.min(rarer, row.rarerUnits ?? rarer);
  const isTested =
    Math.min(labels, units) >= minLabelsToTest.labels &&
    (rarerUnits === null || rarerUnits >= minLabelsToTest.ofEachClass);
  const [pCorrected, aurocPCorrected] = bonferroni([p, auroc?.p ?? 1], correctionOf(standing));
  const canRank = auroc !== null && (rarerUnits ?? 0) >= minLabelsToRank;
  return {
    verdict: isTested ? claimOf(row, inK ? pCorrected : 1) : 'untested',
    pCorrected: inK ? pCorrected : null,
    movesRanking: inK && canRank && aurocPCorrected <= familyLevel,
    aurocPCorrected: inK && auroc !== null ? aurocPCorrected : null,
  };
}

/**
 * The largest loss that the labels allow, in nats: the upper end of a one-sided interval of 95 % of the loss that the alternative adds.
 * What has not been seen yet, such as a confident error, is not in it.
 * @returns at least 0
 */
export function losesAtMost({ gain, standardError }: Pick<RowStatistic, 'gain' | 'standardError'>): number {
  return Math.max(0, -gain + normalQuantile(0.95) * standardError);
}

/** `compareLosses` for two columns of bool reads. */
export function compareReads(reads: PairedReads, k: number, share = guardShare): Comparison {
  const { active, alternative, y, units, floor } = reads;
  const { n, positives, negatives } = classCounts(y);
  const tested = n >= minLabelsToTest.labels && Math.min(positives, negatives) >= minLabelsToTest.ofEachClass;
  const losses = [active, alternative].map((p) => logLosses({ p, y }, floor));
  return compareLosses(losses[0], losses[1], {
    worst: worstDifference(active, alternative, floor),
    k,
    tested,
    units,
    share,
  });
}

/** A claim about the ranking needs this many documents of each class. */
export const minLabelsToRank = 10;

/** `moves_ranking`: the alternative's AUROC is higher beyond noise, k p <= .05, with at least ten rows of each class. */
export function movesRanking({ pGreater }: DeLong, y: Numbers, k: number): boolean {
  const { positives, negatives } = classCounts(y);
  return pGreater !== null && Math.min(positives, negatives) >= minLabelsToRank && k * pGreater <= familyLevel;
}
