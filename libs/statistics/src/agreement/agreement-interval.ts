import { normalQuantile, normalUpper } from '../distribution/normal';
import type { Interval } from '../interval/proportion';
import { randomOf } from '../random/random';
import { AgreementScale, AgreementSums, SaidUnit, addSums, alphaOf, noSums, sumsByDocument } from './agreement';

const resamples = 1_000;
/** Resamples in which nothing could disagree say nothing; with fewer than this many others there is no interval. */
const leastResamples = 500;

/**
 * The 95 % interval of Krippendorff's alpha: documents are drawn anew 1,000 times, and the quantiles are corrected for bias and
 * skewness (BCa). The same units in the same order give the same interval.
 * @returns null below two documents, where alpha is null, and where most resamples have one value only
 * @see Efron 1987, Journal of the American Statistical Association 82
 */
export function agreementInterval(units: readonly SaidUnit[], scale: AgreementScale): Interval | null {
  const documents = sumsByDocument(units, scale);
  const total = totalOf(documents);
  const alpha = alphaOf(total, scale);
  if (alpha === null || documents.length < 2) return null;
  const drawn = resampled(documents, scale);
  if (drawn.length < leastResamples) return null;
  const bias = normalQuantile(shareBelow(drawn, alpha));
  const skew = accelerationOf(documents, total, scale);
  const at = (quantile: number): number => {
    const z = bias + normalQuantile(quantile);
    const share = 1 - normalUpper(bias + z / (1 - skew * z));
    return drawn[Math.min(drawn.length - 1, Math.max(0, Math.floor(share * drawn.length)))];
  };
  return [at(0.025), at(0.975)];
}

function totalOf(documents: readonly AgreementSums[]): AgreementSums {
  const total = noSums(documents[0]?.classes.length ?? 0);
  for (const each of documents) addSums(total, each, 1);
  return total;
}

/** Alphas of resamples, ascending. */
function resampled(documents: readonly AgreementSums[], scale: AgreementScale): Float64Array {
  const random = randomOf(documents.length);
  const found: number[] = [];
  for (let sample = 0; sample < resamples; sample += 1) {
    const total = noSums(documents[0].classes.length);
    for (let draw = 0; draw < documents.length; draw += 1) addSums(total, documents[random.index(documents.length)], 1);
    const alpha = alphaOf(total, scale);
    if (alpha !== null) found.push(alpha);
  }
  return Float64Array.from(found).sort();
}

/** Ties count half, and the share is never 0 or 1, of which the normal quantile is infinite. */
function shareBelow(sorted: Float64Array, alpha: number): number {
  let below = 0;
  for (const one of sorted) below += one < alpha ? 1 : one === alpha ? 0.5 : 0;
  return Math.min(sorted.length - 0.5, Math.max(0.5, below)) / sorted.length;
}

/** A sixth of the skewness of alpha without each document in turn. */
function accelerationOf(documents: readonly AgreementSums[], total: AgreementSums, scale: AgreementScale): number {
  const without: number[] = [];
  for (const each of documents) {
    addSums(total, each, -1);
    const alpha = alphaOf(total, scale);
    if (alpha !== null) without.push(alpha);
    addSums(total, each, 1);
  }
  const mean = without.reduce((sum, one) => sum + one, 0) / without.length;
  let [squares, cubes] = [0, 0];
  for (const one of without) {
    squares += (mean - one) ** 2;
    cubes += (mean - one) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
