import { reportedEce } from '../bin/calibration-error';
import { choiceMetrics } from '../choice/choice-metric';
import { accuracy, brier, logLoss } from '../metric/loss';
import { Numbers } from '../number/numbers';
import { auroc } from '../ranking/auroc';
import { precisionAt10, precisionAt5 } from '../ranking/top';
import { BoolSide, ClassSide } from './row';

/**
 * Figures of one side of a row, on the labels that both sides have. Without intervals: what matters is the difference, which
 * has its own. Null where the labels or the type do not allow a figure.
 */
export interface RowFigures {
  /** Nats. */
  logLoss: number;
  /** Brier score: in [0, 1] for a bool, in [0, 2] for several classes. */
  brier: number;
  accuracy: number;
  ece: number | null;
  auroc: number | null;
  precisionAt5: number | null;
  precisionAt10: number | null;
}

/** @throws RangeError without labels */
export function boolRowFigures({ reads, ranking, floor }: BoolSide, y: Numbers): RowFigures {
  const [labels, ranked] = [
    { p: reads, y },
    { p: ranking, y },
  ];
  return {
    logLoss: logLoss(labels, floor),
    brier: brier(labels),
    accuracy: accuracy(labels),
    ece: reportedEce(labels),
    auroc: auroc(ranked),
    precisionAt5: precisionAt5(ranked),
    precisionAt10: precisionAt10(ranked),
  };
}

/** @throws RangeError without labels */
export function classRowFigures({ reads, hits, floor }: ClassSide, y: Numbers): RowFigures {
  const { logLoss: loss, brier: squared, ece } = choiceMetrics(reads, y, floor);
  const right = Array.from(hits).reduce((sum, hit) => sum + hit, 0) / hits.length;
  return {
    logLoss: loss,
    brier: squared,
    accuracy: right,
    ece,
    auroc: null,
    precisionAt5: null,
    precisionAt10: null,
  };
}
