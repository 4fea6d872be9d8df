import { Numbers } from '../number/numbers';

/** Answers with what really happened: one row each, columns of one length. */
export interface Labels {
  /** The engine's probability of yes, in [0, 1]. */
  p: Numbers;
  /** 1 when the answer was yes, else 0. */
  y: Numbers;
  /** Weight of each row, at least 0; absent: 1. */
  weights?: Numbers | null;
}

/** How many rows are labelled yes and no, weights left aside. */
export interface ClassCounts {
  n: number;
  positives: number;
  negatives: number;
}

export function classCounts(y: Numbers): ClassCounts {
  let positives = 0;
  for (let i = 0; i < y.length; i += 1) if (y[i]) positives += 1;
  return { n: y.length, positives, negatives: y.length - positives };
}

/**
 * Refuses columns that cannot belong together: a defect of the caller, not of its user.
 * @throws RangeError when there is no row or the columns differ in length
 */
export function assertLabels({ p, y, weights }: Labels): void {
  if (p.length === 0) throw new RangeError('Labels need at least one row.');
  if (p.length !== y.length || (weights && weights.length !== p.length)) {
    throw new RangeError(`Columns differ in length: p ${p.length}, y ${y.length}, weights ${weights?.length ?? '-'}.`);
  }
}
