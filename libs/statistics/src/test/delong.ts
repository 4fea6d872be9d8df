import { normalUpper } from '../distribution/normal';
import { studentUpper } from '../distribution/student';
import { tieGroups } from '../ranking/auroc';
import { classCounts } from '../label/labels';
import { type ShareRows, sharedUnits } from '../interval/rows';
import { Numbers, orderOf } from '../number/numbers';
import { clusteredCovariance, placedMeans, rarerDocuments } from './clustered-covariance';

/** Placements of each row: of a yes, the share of no's below it; of a no, the share of yes's above it; ties half; by weight. */
function placements(p: Numbers, y: Numbers, weights?: Numbers | null): Float64Array {
  const { positives, negatives } = weights ? classWeights(y, weights) : classCounts(y);
  const order = orderOf(p);
  const placed = new Float64Array(p.length);
  let yesBelow = 0;
  let noBelow = 0;
  tieGroups(p, order, (start, end) => {
    let [yes, no] = [0, 0];
    for (let i = start; i < end; i += 1) {
      const weight = weights ? weights[order[i]] : 1;
      if (y[order[i]]) yes += weight;
      else no += weight;
    }
    for (let i = start; i < end; i += 1) {
      const row = order[i];
      placed[row] = y[row] ? (noBelow + no / 2) / negatives : (positives - yesBelow - yes / 2) / positives;
    }
    yesBelow += yes;
    noBelow += no;
  });
  return placed;
}

function classWeights(y: Numbers, weights: Numbers) {
  let [positives, negatives] = [0, 0];
  for (let i = 0; i < y.length; i += 1) {
    if (y[i]) positives += weights[i];
    else negatives += weights[i];
  }
  return { positives, negatives };
}

/** Means of two columns over the rows of one class, and their covariance (n - 1). */
function classMoments(a: Float64Array, b: Float64Array, y: Numbers, yes: boolean) {
  let n = 0;
  let sumA = 0;
  let sumB = 0;
  const each = (use: (i: number) => void) => {
    for (let i = 0; i < y.length; i += 1) if (y[i] > 0 === yes) use(i);
  };
  each((i) => {
    n += 1;
    sumA += a[i];
    sumB += b[i];
  });
  let covariance = 0;
  each((i) => (covariance += (a[i] - sumA / n) * (b[i] - sumB / n)));
  return { n, mean: sumA / n, covariance: covariance / (n - 1) };
}

/** The covariance of two AUROCs, from the placements of their rows. */
function covarianceOf(a: Float64Array, b: Float64Array, y: Numbers, rows: ShareRows): number {
  if (rows.units || rows.weights) return clusteredCovariance(a, b, y, rows);
  const [yes, no] = [classMoments(a, b, y, true), classMoments(a, b, y, false)];
  return yes.covariance / yes.n + no.covariance / no.n;
}

/**
 * DeLong's variance of one AUROC, or Obuchowski's where documents have several rows, or rows have weights.
 * @param units document of each row; rows of one document are not independent
 * @param weights how many answers each row stands for; absent: one
 * @returns squared AUROC units; null with fewer than two documents of a class
 * @see DeLong 1988, Biometrics 44; Sun and Xu 2014 (midranks, O(n log n)); Obuchowski 1997, Biometrics 53
 */
export function aurocVariance(p: Numbers, y: Numbers, units?: Numbers | null, weights?: Numbers | null): number | null {
  const rows = { units, weights };
  if (rarerDocuments(y, rows) < 2) return null;
  const placed = placements(p, y, weights);
  return covarianceOf(placed, placed, y, rows);
}

/** Compares the AUROC of an alternative with that of the active version on the same rows. */
export interface DeLong {
  active: number | null;
  alternative: number | null;
  /** Alternative minus active. This and the members below are null with fewer than two rows of a class. */
  difference: number | null;
  varianceActive: number | null;
  varianceAlternative: number | null;
  /** Variance of the difference. */
  variance: number | null;
  /** Null when the variance is below 1e-14. */
  z: number | null;
  /** One-sided p: the alternative ranks better. */
  pGreater: number | null;
  pTwoSided: number | null;
}

/**
 * DeLong's test of two correlated AUROCs, by Obuchowski's variance where documents have several rows, or rows have weights. Such
 * documents are few: then p is Student's.
 * @param units document of each row
 * @param weights how many answers each row stands for; absent: one
 * @see docs/methods.md#more-alternatives-later-in-the-month
 */
export function delong(
  active: Numbers,
  alternative: Numbers,
  y: Numbers,
  units?: Numbers | null,
  weights?: Numbers | null,
): DeLong {
  const rows = { units: units && sharedUnits(units), weights };
  const rarer = rarerDocuments(y, rows);
  const none = { difference: null, varianceActive: null, varianceAlternative: null, variance: null };
  const untested = { ...none, z: null, pGreater: null, pTwoSided: null };
  if (rarer === 0) return { active: null, alternative: null, ...untested };
  const [a, b] = [placements(active, y, weights), placements(alternative, y, weights)];
  const means = placedMeans(a, b, y, true, weights);
  const areas = { active: means.a, alternative: means.b };
  if (rarer < 2) return { ...areas, ...untested };
  const varianceActive = covarianceOf(a, a, y, rows);
  const varianceAlternative = covarianceOf(b, b, y, rows);
  const variance = varianceActive + varianceAlternative - 2 * covarianceOf(a, b, y, rows);
  const difference = areas.alternative - areas.active;
  const shared = { ...areas, difference, varianceActive, varianceAlternative, variance };
  if (variance < 1e-14) {
    const same = Math.abs(difference) < 1e-14;
    return { ...shared, z: null, pGreater: !same && difference > 0 ? 0 : 1, pTwoSided: same ? 1 : 0 };
  }
  const z = difference / Math.sqrt(variance);
  const upper = (at: number) => (rows.units || weights ? studentUpper(at, 2 * rarer - 1) : normalUpper(at));
  return { ...shared, z, pGreater: upper(z), pTwoSided: 2 * upper(Math.abs(z)) };
}
