import { Numbers } from '../number/numbers';
import { LabelRows } from './residual-test';

/** A number that is read of each label, and what came true of it. */
export interface Column {
  read: Numbers;
  came: Numbers;
  /** Deviation of what comes true when the reads are right. */
  deviations: Numbers;
}

/** A sum over rows by weight. */
export function weighedSum(length: number, { weights }: LabelRows, of: (row: number) => number): number {
  let sum = 0;
  for (let row = 0; row < length; row += 1) sum += (weights ? weights[row] : 1) * of(row);
  return sum;
}

/**
 * How far off the reads are in the mean, per variance: of a share in log odds, to first order. 0 where they are right, and
 * where no read leaves anything open.
 */
export function offsetOf({ read, came, deviations }: Column, rows: LabelRows): number {
  const open = weighedSum(read.length, rows, (row) => deviations[row] ** 2);
  return open === 0 ? 0 : weighedSum(read.length, rows, (row) => came[row] - read[row]) / open;
}

/** What came true beyond what was read, less what was off by `offset` already. */
export function residualsOf({ read, came, deviations }: Column, offset: number): Float64Array {
  return Float64Array.from({ length: read.length }, (_, row) => {
    return came[row] - read[row] - offset * deviations[row] ** 2;
  });
}
