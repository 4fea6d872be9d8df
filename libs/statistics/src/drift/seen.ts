import { Interval } from '../interval/proportion';
import { lossInterval } from '../interval/mean';
import { Column, weighedSum } from './column';
import { LabelRows } from './residual-test';

/** What was read of a window's labels and what came true, in the mean over the answers that they stand for. */
export interface SeenMean {
  /** Of a choice the place of the option; else null. */
  option: number | null;
  /** Of a bool a share, of a choice the option's share, of a score in the unit of its levels. */
  read: number;
  /** In the same unit. */
  observed: number;
}

/** What a window's labels show, whether or not they suffice for a test. */
export interface WindowSeen {
  /** One for a bool or a score, one for each option of a choice; of a choice whose options vary that of the likeliest. */
  means: SeenMean[];
  /** Mean log loss, in nats. */
  loss: number;
  /** 95 % over documents; null below two. */
  interval: Interval | null;
}

export function seenMean(option: number | null, column: Column & LabelRows): SeenMean {
  const { read, came } = column;
  const all = weighedSum(read.length, column, () => 1);
  const mean = (of: Column['read']) => weighedSum(read.length, column, (row) => of[row]) / all;
  return { option, read: mean(read), observed: mean(came) };
}

export function seenLoss(losses: Float64Array, rows: LabelRows): Pick<WindowSeen, 'loss' | 'interval'> {
  const all = weighedSum(losses.length, rows, () => 1);
  const loss = weighedSum(losses.length, rows, (row) => losses[row]) / all;
  return { loss, interval: lossInterval(losses, rows.units, Infinity, rows.weights) };
}
