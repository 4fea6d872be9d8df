import { Int, Num } from '../field';
import { Interval } from './interval';
import type { IntervalView } from './interval';

/** Whether several people say the same of one answer: no engine can agree with them more than they do with each other. */
export class AgreementView {
  @Num({
    nullable: true,
    max: 1,
    meaning:
      "Krippendorff's alpha of the latest label of each author, nominal for a bool and a choice, interval for a score: 1 is full agreement, 0 what chance gives. Null where all labels have the same value.",
  })
  alpha: number | null;
  @Interval('Bootstrap over documents, 95 %.') interval: IntervalView | null;
  @Int({
    meaning: 'Answers that two or more people or keys have labelled; of more than 10,000 labels the oldest ones.',
  })
  answers: number;
  @Int({ meaning: 'People and keys that labelled them.' }) authors: number;
}
