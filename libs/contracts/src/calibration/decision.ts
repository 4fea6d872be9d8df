import { ListOf, Num, OneOf, Text } from '../field';
import { Interval } from './interval';
import type { IntervalView } from './interval';

const unit = 'Mean cost of an answer, in the unit of the costs.';

/** What a way to flag costs an answer. */
export class DecisionRow {
  @OneOf(['recommended', 'in_force', 'none', 'all'], {
    meaning: 'The recommended threshold, one in force that compares the same number, flagging none, or flagging all.',
  })
  flags: 'recommended' | 'in_force' | 'none' | 'all';
  @Text({ nullable: true, meaning: 'Name of the threshold in force; null for the others.' }) name: string | null;
  @Num({ nullable: true, meaning: 'Answers at or above it are flagged; null for `none` and `all`.' })
  threshold: number | null;
  @Num({
    meaning: `${unit} Of the recommended threshold it is counted held out: on each tenth of the documents, at the threshold that the other nine choose.`,
  })
  cost: number;
  @Interval('95 %, by document.') cost_interval: IntervalView | null;
  @Num({
    nullable: true,
    meaning:
      'What the recommended threshold saves an answer against this row; below 0 where it costs more. Null for itself.',
  })
  saves: number | null;
  @Interval('95 %, of the same labels in pairs. Holds 0 where nothing is proven.') saves_interval: IntervalView | null;
}

/** Expected cost at a threshold. */
export class CostPointView {
  @Num({ nullable: true, meaning: 'Null flags none.' }) threshold: number | null;
  @Num({ meaning: unit }) cost: number;
  @Interval('95 %, by document.') cost_interval: IntervalView | null;
}

/** Expected cost over thresholds, for a target of cost. */
export class DecisionView {
  @ListOf(() => DecisionRow, {
    max: 35,
    meaning: 'The recommended threshold first, then those in force by name, none and all.',
  })
  rows: DecisionRow[];
  @ListOf(() => CostPointView, {
    max: 51,
    meaning: 'In descending order of thresholds; each point is counted on all labels.',
  })
  curve: CostPointView[];
}
