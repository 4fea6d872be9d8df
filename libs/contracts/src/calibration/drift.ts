import { Bool, Int, ListOf, Num, OneOf, Stamp, Text } from '../field';
import { Interval } from './interval';
import type { IntervalView } from './interval';
import { SpeaksForField } from './speaks-for';
import type { SpeaksFor } from './speaks-for';

/** What is tested of a window's labels. */
export const driftTests = ['mean', 'slope', 'loss'] as const;
export type DriftTestName = (typeof driftTests)[number];

/** Why no test was made. */
export const driftReasons = ['no_fit_before', 'no_labels_before', 'too_few_documents'] as const;
export type DriftReason = (typeof driftReasons)[number];

/** One option of a choice in the last 30 days. */
export class DriftOption {
  @Text({ nullable: true, meaning: 'The option; null for the escape.' }) option: string | null;
  @Num({ meaning: 'Mean probability that `fit` gives it.' }) mean_read: number;
  @Num({ meaning: 'Share of the labels in which it came true.' }) observed: number;
}

/** One test of whether the labels of the last 30 days are what a fit from before them reads. */
export class DriftTestView {
  @OneOf(driftTests, {
    meaning:
      '`mean`: as much came true as was read. `slope`: what was read is neither too sure nor too careful. `loss`: the log loss is no worse than promised.',
  })
  test: DriftTestName;
  @Text({
    optional: true,
    nullable: true,
    meaning: 'With `mean` of a choice: the option that differs most beyond noise, null for the escape; else left out.',
  })
  option?: string | null;
  @Num({ meaning: "Student's t, `documents` less one degrees of freedom; below 0 where less came true than was read." })
  statistic: number;
  @Num({
    min: 0,
    max: 1,
    meaning: 'Two-sided, of `loss` one-sided; corrected for the three tests and for the options.',
  })
  p: number;
}

/** Labels observed in the last 30 days beside what a fit from before them reads and promised. */
export class DriftView {
  @Stamp() since: string;
  @Stamp() until: string;
  @Int() labels: number;
  @Int({ optional: true, meaning: 'Documents of these labels: labels of one document count as one.' })
  documents?: number;
  @Text({
    optional: true,
    nullable: true,
    meaning: 'The fit that reads these labels: the last one made at or before `since`; null with a `reason`.',
  })
  fit?: string | null;
  @Stamp({ optional: true, nullable: true }) fit_made_at?: string | null;
  @Num({
    meaning: 'Mean log loss of these labels as `fit` reads them; without it as the fit in force does, each held out.',
  })
  log_loss: number;
  @Num({
    meaning:
      'Held-out log loss when that fit was made; of a filter, a namespace of a template or a filtered fit, that of the labels before `since`.',
  })
  expected_log_loss: number;
  @Interval('Student, skewness removed, 95 %, of `log_loss`.') log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'For a bool: `mean_read`.' }) mean_p: number | null;
  @Num({
    optional: true,
    nullable: true,
    meaning:
      'Mean of what was read: of a bool the share of yes, of a score in the unit of its levels, of `options.from` the share of the likeliest; null for another choice.',
  })
  mean_read?: number | null;
  @Num({ nullable: true, meaning: 'What came true, in the unit of `mean_read`; null where that is.' })
  observed: number | null;
  @ListOf(() => DriftOption, { optional: true, meaning: 'Of a choice; empty for others.' }) options?: DriftOption[];
  @Num({
    optional: true,
    nullable: true,
    meaning:
      'How strongly what came true follows what was read: 1 is right, below 1 reads are too sure; null untested.',
  })
  slope?: number | null;
  @ListOf(() => DriftTestView, { optional: true, max: 3, meaning: 'Empty with a `reason`.' }) tests?: DriftTestView[];
  @OneOf(driftReasons, {
    optional: true,
    nullable: true,
    meaning:
      'Why nothing is tested: no fit is from before `since`, no label is, or the labels are of one document; null where tests are.',
  })
  reason?: DriftReason | null;
  @Bool({
    meaning: 'True when a test has p of at most 0.05: the labels are not what the fit reads, beyond noise.',
  })
  worse: boolean;
  @SpeaksForField('these figures speak') speaks_for?: SpeaksFor;
}
