import { Int, Nested, Num } from '../../field';

/** One test of an alternative against the active version on the same labelled answers. */
export class AlternativeTest {
  @Num({ meaning: 'Alternative minus version.' }) difference: number;
  @Num({ min: 0, meaning: 'Standard error of the difference.' }) standard_error: number;
  @Num({
    nullable: true,
    meaning:
      'The difference in standard errors; null without an error. The p of `log_loss` is not its tail: it is of the guarded t, which adds one pessimistic difference to the labels (docs/methods.md, verdicts on alternatives).',
  })
  statistic: number | null;
  @Num({
    min: 0,
    max: 1,
    meaning:
      'One-sided p that the alternative is better, before correction: of log loss by the guarded t, of AUROC by the normal tail of `statistic` (of Student where documents have several labels, or labels stand for different numbers of answers).',
  })
  p: number;
  @Num({ nullable: true, meaning: '`p` after correction for `corrected_for`; null for a narrowing.' })
  p_corrected: number | null;
  @Int({ min: 0, meaning: 'Alternatives scored this month; 0 for a narrowing.' }) corrected_for: number;
  @Num({
    min: 0,
    optional: true,
    meaning:
      'The largest loss that the labels allow: the upper end of a one-sided interval of 95 % of what the alternative is worse by, in the unit of `difference`; 0 where it can only be better. Results of runs from before this member have none.',
  })
  loses_at_most?: number;
}
export class AlternativeChange {
  @Nested(() => AlternativeTest) log_loss: AlternativeTest;
  @Nested(() => AlternativeTest, { nullable: true }) auroc: AlternativeTest | null;
  @Num({ meaning: 'Accuracy of the alternative minus that of the version.' }) accuracy: number;
}
