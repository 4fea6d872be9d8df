import { classCounts } from '../label/labels';
import { logLosses } from '../metric/loss';
import { Numbers, meanByUnit, meanOf } from '../number/numbers';
import { DeLong } from './delong';
import { bonferroni, familyLevel } from './multiplicity';
import { GuardedTest, guardShare, guardedT } from './paired';
import { worstDifference } from './worst';

/** What a row of the alternatives table may claim. */
export type Verdict = 'better' | 'no_worse' | 'worse' | 'untested';

/** Two columns of nested held-out reads of the same answers. */
export interface PairedReads {
  active: Numbers;
  alternative: Numbers;
  y: Numbers;
  /** Rows of one document count once. */
  units?: Numbers | null;
  floor?: number;
}

/** Labels below which a row is untested. @see docs/methods.md#verdicts-on-alternatives */
export const leastToTest = { labels: 30, ofEachClass: 5 };

/** The comparison of one alternative with the active version on log loss; losses in nats. */
export interface Comparison extends GuardedTest {
  activeLogLoss: number;
  alternativeLogLoss: number;
  pAdjusted: number;
  verdict: Verdict;
}

/**
 * Compares losses of the same answers. `better`: min(1, k p) <= .05 by the guarded test; `no_worse`: the loss grew by no more
 * than one standard error or 1 % of the version's loss; else `worse`.
 * @param activeLoss one loss each row, nats
 * @param worst from `worstDifference`
 * @param k alternatives scored this month, this one included
 * @param tested whether labels suffice (30, five of each class on a bool)
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
  /** Guard share; 0.25. */
  share?: number;
}

/** `compareLosses` of two columns of bool reads. */
export function compareReads(reads: PairedReads, k: number, share = guardShare): Comparison {
  const { active, alternative, y, units, floor } = reads;
  const { n, positives, negatives } = classCounts(y);
  const tested = n >= leastToTest.labels && Math.min(positives, negatives) >= leastToTest.ofEachClass;
  const losses = [active, alternative].map((p) => logLosses({ p, y }, floor));
  return compareLosses(losses[0], losses[1], {
    worst: worstDifference(active, alternative, floor),
    k,
    tested,
    units,
    share,
  });
}

/** Least number of each class for a claim about the ranking. */
export const leastToRank = 10;

/** `moves_ranking`: the alternative's AUROC is higher beyond noise, k p <= .05, with at least ten of each class. */
export function movesRanking({ pGreater }: DeLong, y: Numbers, k: number): boolean {
  const { positives, negatives } = classCounts(y);
  return pGreater !== null && Math.min(positives, negatives) >= leastToRank && k * pGreater <= familyLevel;
}
