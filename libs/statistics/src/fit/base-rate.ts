import { countFolds, dealFolds, foldCount } from '../fold/folds';
import { ShareRows } from '../interval/rows';
import { Numbers } from '../number/numbers';

/**
 * What always saying the base rate would read: for each row the shares of the classes among the rows of the other folds, dealt by
 * document as for a fit. So the reference is held out as the reads are that it is compared with. One more row, spread evenly over
 * the classes, keeps a class that the other folds lack from a share of 0.
 * @param y class of each row, 0 to `classes` - 1
 * @param classes number of classes; 2 for a bool
 * @returns the shares of all classes for each row; rows of one fold share one array
 * @see docs/methods.md#always-saying-the-base-rate; Perks 1947, Journal of the Institute of Actuaries 73 (the added row)
 */
export function baseRateReads(y: Numbers, classes: number, { units, weights }: ShareRows = {}): Float64Array[] {
  const folds = dealFolds(y, foldCount, units);
  const counts = Array.from({ length: countFolds(folds) }, () => new Float64Array(classes));
  const totals = new Float64Array(classes);
  folds.forEach((fold, row) => {
    const weight = weights ? weights[row] : 1;
    counts[fold][y[row]] += weight;
    totals[y[row]] += weight;
  });
  const shares = counts.map((own) => sharesOf(totals.map((total, k) => total - own[k])));
  return Array.from(folds, (fold) => shares[fold]);
}

function sharesOf(counts: Float64Array): Float64Array {
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.map((count) => (count + 1 / counts.length) / (sum + 1));
}
