import { Numbers } from '../number/numbers';

/** Answers with their outcomes, as columns of equal length, one row for each answer. */
export interface Labels {
  /** The engine's probability of yes, in [0, 1]. */
  p: Numbers;
  /** 1 when the answer was yes, else 0. */
  y: Numbers;
  /** Weight of each row, at least 0; absent: 1. */
  weights?: Numbers | null;
  /** Document of each row; absent: each row has one of its own. */
  units?: Numbers | null;
}

/** Number of rows labelled yes and no, without weights. */
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
 * Checks that columns belong together. A fault is a defect of the caller, not of a user.
 * @throws RangeError when there is no row or the columns differ in length
 */
export function assertLabels({ p, y, weights }: Labels): void {
  if (p.length === 0) throw new RangeError('Labels need at least one row.');
  if (p.length !== y.length || (weights && weights.length !== p.length)) {
    throw new RangeError(`Columns differ in length: p ${p.length}, y ${y.length}, weights ${weights?.length ?? '-'}.`);
  }
}
