import { Text } from '../field';

export class ReportNotice {
  @Text({
    meaning:
      '`no_fit`, `few_labels` (below 50), `one_class`, `queue_labels`, `sampled`, `labels_unlike_answers` (`answers.p` is below 0.01), ' +
      '`answers_not_counted`, `worse_than_raw` (the fit loses more than the raw answers, beyond noise, and more than learning costs), ' +
      '`drifted` (`drift.worse`; it names the tests), ' +
      '`ranks_backwards` (the interval of raw AUROC lies below 0.5), `ranks_nothing` (it holds 0.5, and nine in ten calibrated reads lie within 0.1), ' +
      '`no_better_than_base_rate` (from 50 labels on, the interval of `held_out.skill` does not lie above 0), ' +
      '`still_miscalibrated` (the calibrated `ece` is above three times the mean of its noise floor), `stands_since`.',
  })
  code: string;
  @Text() message: string;
}
