import { numberUnits } from '../interval/rows';
import { Numbers } from '../number/numbers';

/** Number of folds of a fit and of its inner choices. */
export const foldCount = 10;

/**
 * Deals rows to folds. Units sorted by (y, first row) are dealt round-robin, so that each fold has its share of both classes
 * and the same labels give the same folds without a seed. Rows must be in a stable order (a hash of the document's id). With K at or above
 * the number of units each unit is its own fold.
 * @param units document of each row; rows of one document stay together, and its y is their mean
 * @returns fold of each row, 0 to min(K, units) - 1
 * @see docs/methods.md#cross-fitting
 */
export function dealFolds(y: Numbers, folds = foldCount, units?: Numbers | null): Uint32Array {
  const unitOf = numberUnits(y.length, units);
  const size = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  if (folds >= size) return unitOf;
  const sum = new Float64Array(size);
  const count = new Float64Array(size);
  unitOf.forEach((unit, row) => {
    sum[unit] += y[row];
    count[unit] += 1;
  });
  const mean = sum.map((total, unit) => total / count[unit]);
  const order = Uint32Array.from({ length: size }, (_, unit) => unit).sort((a, b) => mean[a] - mean[b] || a - b);
  const foldOf = new Uint32Array(size);
  order.forEach((unit, place) => (foldOf[unit] = place % folds));
  return unitOf.map((unit) => foldOf[unit]);
}

/** The number of folds. */
export function countFolds(folds: Uint32Array): number {
  return folds.reduce((most, fold) => Math.max(most, fold + 1), 0);
}

/**
 * Reads each row by a fit that was made without the row's fold.
 * @param fit learns on the rows marked 1 and returns a reader of any row; all learning must happen inside it
 * @param within rows to use; default: all rows. Other rows stay empty.
 * @returns one read for each row
 */
export function crossFit<Read>(
  folds: Uint32Array,
  fit: (train: Uint8Array, fold: number) => (row: number) => Read,
  within?: Uint8Array,
): Read[] {
  const reads = new Array<Read>(folds.length);
  const count = countFolds(folds);
  for (let fold = 0; fold < count; fold += 1) {
    const train = new Uint8Array(folds.length);
    for (let row = 0; row < folds.length; row += 1)
      train[row] = folds[row] !== fold && (!within || within[row]) ? 1 : 0;
    const read = fit(train, fold);
    for (let row = 0; row < folds.length; row += 1) {
      if (folds[row] === fold && (!within || within[row])) reads[row] = read(row);
    }
  }
  return reads;
}
