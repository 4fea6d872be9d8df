import { DetectableGain } from '@app/contracts/calibration';
import {
  RowStatistic,
  correctionOf,
  detectableAuroc,
  detectableOfLosses,
  largestChoiceLoss,
  largestLoss,
  minLabelsToRank,
  rarerDocuments,
  ratiosOf,
} from '@app/statistics';
import { lossesOf } from '../../figure/figures';
import { classRows } from '../../outcome/label/label-set';
import { rowWeightsOf } from '../../figure/row-weights';
import { Side, SideReads } from '../../figure/side';

/** The month in which a quoted run would score. */
export interface QuotedMonth {
  /** Engine and named alternatives scored this month, and those that the quote would score. */
  scored: number;
  quoted: number;
  /** Whether a run of the month has ended: rows of a later run count twice. */
  inLaterRun: boolean;
  /** Statistics of this month's scored rows. */
  rows: readonly Pick<RowStatistic, 'ratios'>[];
}

/**
 * The least gain that the rows of a quote could claim, from the version's held-out reads of the sample.
 * @see docs/methods.md#what-a-run-can-detect
 */
export function detectableGain(
  { set, floor }: Side,
  { reads, ranking }: SideReads,
  month: QuotedMonth,
): DetectableGain {
  const { scored, quoted, inLaterRun } = month;
  const k = correctionOf({ scored: Math.max(1, scored + quoted), inLaterRun });
  const ratios = ratiosOf(month.rows.map((row) => row.ratios));
  const rows = { units: set.units, weights: rowWeightsOf(set) };
  const isBool = set.form.type === 'bool';
  const largest = isBool ? largestLoss(reads, floor) : largestChoiceLoss(classRows(set, reads).dists, floor);
  const canRank = isBool && rarerDocuments(set.y, rows) >= minLabelsToRank;
  const auroc = canRank ? detectableAuroc(ranking, set.y, k, ratios, rows) : null;
  return {
    log_loss: shown(detectableOfLosses(lossesOf(set, reads, floor), largest, k, ratios, rows)),
    auroc: auroc === null ? null : shown(auroc),
    k,
  };
}

/** Four decimals, rounded up: a gain of the shown size is detectable. The table's message prints the number as it is. */
function shown(value: number): number {
  return Math.ceil(value * 1e4 - 1e-9) / 1e4;
}
