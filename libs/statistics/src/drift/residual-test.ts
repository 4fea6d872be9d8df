import { studentUpper } from '../distribution/student';
import { numberUnits } from '../interval/rows';
import { Numbers } from '../number/numbers';

/** What rows of labels belong to and stand for. */
export interface LabelRows {
  /** Document of each row: rows of one document are not independent. */
  units?: Numbers | null;
  /** How many answers each row stands for; absent: one. */
  weights?: Numbers | null;
}

/** A mean of residuals, which is 0 where nothing has changed. */
export interface ResidualTest {
  mean: number;
  standardError: number;
  /** Student's t, with as many degrees of freedom as documents, less one. */
  statistic: number;
  /** Probability of a mean as far from 0 when nothing has changed: on both sides, or above 0 only. */
  p: number;
}

/** Residuals of a window, and what they may come to where the reads are right. */
export interface Residuals {
  values: Numbers;
  /** Deviation of each residual, with the sign with which the outcome enters it; null: the documents alone tell. */
  deviations: Numbers | null;
  /** How alike the outcomes of one document are, see `likenessOf`. */
  likeness: number;
}

/**
 * Tests whether a mean of residuals is 0, by document and weight. The variance is what right reads promise: what the documents
 * show depends on the outcomes, and hides a change that comes with a few rare ones. It grows by the share of documents of the
 * window to those of the fit, since the fit has an error of its own of that size.
 * @param options.documents that the fit was made of, see `effectiveDocuments`
 * @returns null below two documents, and without any variance
 * @see Rao and Scott 1992, Biometrics 48, for shares by cluster; Kish 1965, Survey Sampling, for the effective number
 */
export function residualTest(
  { values, deviations, likeness }: Residuals,
  { units, weights }: LabelRows,
  { documents, side = 'both' }: { documents: number; side?: 'both' | 'above' },
): ResidualTest | null {
  const { count, unitOf } = numbered(values.length, units);
  const [sums, sizes, spreads] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let alone = 0;
  unitOf.forEach((unit, row) => {
    const weight = weights ? weights[row] : 1;
    const deviation = deviations ? weight * deviations[row] : 0;
    sums[unit] += weight * values[row];
    sizes[unit] += weight;
    spreads[unit] += deviation;
    alone += deviation ** 2;
  });
  const size = sizes.reduce((sum, one) => sum + one, 0);
  if (count < 2 || size === 0) return null;
  const mean = sums.reduce((sum, one) => sum + one, 0) / size;
  const promised = (1 - likeness) * alone + likeness * spreads.reduce((sum, one) => sum + one ** 2, 0);
  const shown = sums.reduce((sum, one, unit) => sum + (one - mean * sizes[unit]) ** 2, 0) * (count / (count - 1));
  const effective = effectiveNumber(sizes);
  const variance = ((deviations ? promised : shown) / size ** 2) * (1 + effective / documents);
  if (variance < 1e-18) return null;
  const standardError = Math.sqrt(variance);
  const t = mean / standardError;
  const p = side === 'above' ? studentUpper(t, count - 1) : 2 * studentUpper(Math.abs(t), count - 1);
  return { mean, standardError, statistic: t, p };
}

function effectiveNumber(sizes: Float64Array): number {
  const all = sizes.reduce((sum, one) => sum + one, 0);
  return all ** 2 / sizes.reduce((sum, one) => sum + one ** 2, 0);
}

/** Kish's effective number of documents: fewer than there are where some stand for more answers than others. */
export function effectiveDocuments(length: number, { units, weights }: LabelRows): number {
  const { count, unitOf } = numbered(length, units);
  const sizes = new Float64Array(count);
  unitOf.forEach((unit, row) => (sizes[unit] += weights ? weights[row] : 1));
  return effectiveNumber(sizes);
}

function numbered(length: number, units?: Numbers | null): { count: number; unitOf: Uint32Array } {
  const unitOf = numberUnits(length, units);
  return { unitOf, count: unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0) };
}
