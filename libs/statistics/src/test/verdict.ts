import { classCounts } from '../label/labels';
import { logLosses } from '../metric/loss';
import { Numbers, meanByUnit, meanOf } from '../number/numbers';
import { DeLong } from './delong';
import { bonferroni, familyLevel } from './multiplicity';
import { GuardedTest, guardShare, guardedT } from './paired';
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

/** Numbers of labels that a test needs. @see docs/methods.md#verdicts-on-alternatives */
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
  const tolerated = Math.max(test.standardError, 0.01 * activeLogLoss);
  let verdict: Verdict = -test.mean <= tolerated ? 'no_worse' : 'worse';
  if (pAdjusted <= familyLevel) verdict = 'better';
  if (!tested) verdict = 'untested';
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

/** A claim about the ranking needs this many rows of each class. */
export const minLabelsToRank = 10;

/** `moves_ranking`: the alternative's AUROC is higher beyond noise, k p <= .05, with at least ten rows of each class. */
export function movesRanking({ pGreater }: DeLong, y: Numbers, k: number): boolean {
  const { positives, negatives } = classCounts(y);
  return pGreater !== null && Math.min(positives, negatives) >= minLabelsToRank && k * pGreater <= familyLevel;
}
