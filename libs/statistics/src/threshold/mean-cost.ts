import { lossInterval, meanInterval } from '../interval/mean';
import { Interval } from '../interval/proportion';
import { ShareRows, valuesOfUnits } from '../interval/rows';
import { Numbers, meanOf } from '../number/numbers';

/** A mean over answers with its 95 % interval by document, which is null below two documents. */
export interface MeanCost {
  value: number;
  interval: Interval | null;
}

/** Mean cost of an answer. @param costs of each row, from 0 to `most` */
export function meanCost(costs: Numbers, rows: ShareRows, most: number): MeanCost {
  const values = valuesOfUnits(costs, rows);
  return { value: meanOf(values), interval: lossInterval(values, null, most) };
}

/** Mean of a difference of costs. */
export function meanSaving(differences: Numbers, rows: ShareRows): MeanCost {
  const values = valuesOfUnits(differences, rows);
  return { value: meanOf(values), interval: meanInterval(values) };
}
