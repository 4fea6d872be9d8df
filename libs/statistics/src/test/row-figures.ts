import { reportedEce } from '../bin/calibration-error';
import { choiceLosses, choiceSquaredErrors, topLabels } from '../choice/choice-metric';
import { accuracy, brier, logLoss } from '../metric/loss';
import { Numbers, sumOf } from '../number/numbers';
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

/** @param weights how many answers each label stands for; absent: one @throws RangeError without labels */
export function boolRowFigures({ reads, ranking, floor }: BoolSide, y: Numbers, weights?: Numbers | null): RowFigures {
  const [labels, ranked] = [
    { p: reads, y, weights },
    { p: ranking, y, weights },
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

/** @param weights how many answers each label stands for; absent: one @throws RangeError without labels */
export function classRowFigures({ reads, hits, floor }: ClassSide, y: Numbers, weights?: Numbers | null): RowFigures {
  if (reads.length === 0) throw new RangeError('Labels need at least one row.');
  const mean = (values: Numbers) => sumOf(values, weights) / (weights ? sumOf(weights) : values.length);
  const top = { ...topLabels(reads, y), weights };
  return {
    logLoss: mean(choiceLosses(reads, y, floor)),
    brier: mean(choiceSquaredErrors(reads, y)),
    accuracy: mean(hits),
    ece: reportedEce(top),
    auroc: null,
    precisionAt5: null,
    precisionAt10: null,
  };
}
