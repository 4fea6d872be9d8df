import { ListOf, Num, OneOf, Text } from '../../field';
import { AlternativeId } from './id';

const share = { min: 0, max: 1 };

/** What a cascade does at a threshold in force. Shares of the documents, of answers that the thresholds act on. */
export class CascadeThreshold {
  @Text({ meaning: "The threshold's name." }) name: string;
  @Num({ ...share, meaning: "On the version's `p`." }) threshold: number;
  @Num({ ...share, meaning: "Whose boolean is another than the version's. No label is needed for it." })
  differs: number;
  @Num({ ...share, meaning: 'At most, with the confidence of the cascade.' }) differs_at_most: number;
  @Num({ ...share, meaning: "Whose boolean is wrong by their labels where the version's is right." }) harmed: number;
  @Num({ ...share, meaning: 'At most, with the confidence of the cascade.' }) harmed_at_most: number;
}

/** Asking an alternative first, and the version where it is unsure. Nothing judges so: it says what that would be worth. */
export class AlternativesCascade {
  @AlternativeId() first: string;
  @OneOf(['version']) then: 'version';
  @Num({ min: 0, max: 0.5, meaning: "The alternative's calibrated answer stands below this probability." }) low: number;
  @Num({ min: 0.5, max: 1, meaning: 'And above this one, 1 - `low`. Between them the version is asked.' }) high: number;
  @Num({ ...share, meaning: 'Share of the answers about which the version is asked, too.' }) asked: number;
  @Num({ min: 0, meaning: 'Judgment units per answer, of both. The version alone is `current.cost_per_answer`.' })
  cost_per_answer: number;
  @Num({
    ...share,
    meaning: 'Share of the documents that the version alone answers rightly and the cascade wrongly, by 0.5.',
  })
  harmed: number;
  @Num({
    ...share,
    meaning:
      'At most, with 95 % confidence for all cascades of the table together. A cascade is listed where it is at most 0.02, here and at each threshold.',
  })
  harmed_at_most: number;
  @Num({ ...share, meaning: 'Share of right answers, by 0.5.' }) accuracy: number;
  @Num({ ...share, meaning: 'The same of the version alone, on the same labels.' }) version_accuracy: number;
  @ListOf(() => CascadeThreshold, {
    meaning: 'Thresholds on `p` that are as they were when the alternative was scored.',
  })
  thresholds: CascadeThreshold[];
}
