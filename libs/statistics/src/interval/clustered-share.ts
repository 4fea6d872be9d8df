import { normalQuantile } from '../distribution/normal';
import { studentQuantile } from '../distribution/student';
import { Numbers } from '../number/numbers';
import { Interval, clopperPearson, wilson, wilsonLower } from './proportion';
import { type ShareRows, numberUnits } from './rows';

/** A share of weights, and of how many independent rows it tells as much. */
export interface ClusteredShare {
  share: number;
  /** Documents with weight. */
  documents: number;
  /** The number of rows of equal weight, each of a document of its own, that would show the share as well. */
  effective: number;
}

/**
 * The share of rows that are 1, by weight. Rows of one document are alike, so five of them tell less than five documents. How much
 * less is what the documents' own shares show: the effective number is share (1 - share) over the variance by document, corrected
 * for the few documents that it is estimated of. It lies between the effective number of documents (all rows of a document equal)
 * and that of rows (none alike), which is also what one row a document gives.
 * @returns null without weight
 * @see Korn and Graubard 1998, Survey Methodology 24; Kish 1965, Survey Sampling; docs/methods.md#thresholds
 */
export function clusteredShare(y: Numbers, { units, weights }: ShareRows): ClusteredShare | null {
  const unitOf = numberUnits(y.length, units);
  const count = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  const [hits, sizes] = [new Float64Array(count), new Float64Array(count)];
  let [all, squares, yes] = [0, 0, 0];
  unitOf.forEach((unit, row) => {
    const weight = weights ? weights[row] : 1;
    all += weight;
    squares += weight * weight;
    sizes[unit] += weight;
    if (!y[row]) return;
    yes += weight;
    hits[unit] += weight;
  });
  if (all === 0) return null;
  const share = yes / all;
  const documents = sizes.reduce((sum, size) => sum + (size > 0 ? 1 : 0), 0);
  const most = (all * all) / squares;
  const least = (all * all) / sizes.reduce((sum, size) => sum + size * size, 0);
  // One row a document: both are the same but for rounding.
  if (documents < 2 || most <= least * (1 + 1e-9)) return { share, documents, effective: least };
  const spread = sizes.reduce((sum, size, unit) => sum + (hits[unit] - share * size) ** 2, 0);
  const variance = ((documents / (documents - 1)) * spread) / (all * all);
  // Documents that all show the same share, but for rounding: as the limit of smaller and smaller variances.
  const shown = variance <= 1e-15 ? Infinity : (share * (1 - share)) / variance;
  const fewer = (normalQuantile(0.975) / studentQuantile(0.975, documents - 1)) ** 2;
  // A share of 0 or 1 shows nothing of how alike rows are.
  const effective = share === 0 || share === 1 ? least : Math.min(most, Math.max(least, shown * fewer));
  return { share, documents, effective };
}

/** A share with its uncertainty. */
export interface Estimate {
  value: number;
  /** Wilson's two-sided 95 % interval. */
  interval: Interval;
  /** Wilson's one-sided 95 % bound, which decides `holds`. */
  lower: number;
}

/** The share of rows that are 1, by weight, with Wilson's interval of its effective number. @returns null without weight */
export function estimateShare(y: Numbers, rows: ShareRows): Estimate | null {
  const found = clusteredShare(y, rows);
  if (found === null) return null;
  const { share: value, effective: n } = found;
  return { value, interval: wilson(value * n, n), lower: wilsonLower(value * n, n) };
}

/**
 * Clopper and Pearson's 95 % interval of a share over documents, for few rows or a share near 0 or 1.
 * @param positives number of rows that are 1; the interval of plain rows takes it as it is
 */
export function exactInterval(
  { share, effective }: ClusteredShare,
  { n, positives }: { n: number; positives: number },
): Interval {
  return effective === n ? clopperPearson(positives, n) : clopperPearson(share * effective, effective);
}
