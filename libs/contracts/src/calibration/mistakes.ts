import { Int, Num, Shape, Text } from '../field';
import { ends } from './interval';
import type { IntervalView } from './interval';

/** Labels of one value of a choice whose likeliest value was `read`. */
export class ConfusedValues {
  @Text({ nullable: true, meaning: 'The option that came true; null is the escape.' }) observed: string | null;
  @Text({ nullable: true, meaning: 'The likeliest option; null is the escape.' }) read: string | null;
  @Int({ min: 1 }) labels: number;
  @Num({ meaning: 'Share of the labels of `observed`, in (0, 1].' }) share: number;
  @Shape({ ...ends, type: 'array' }, { meaning: 'Wilson by document, 95 %, of `share`.' }) interval: IntervalView;
}

/** How far the scores that were read near one level lie from what came true. */
export class LevelBiasView {
  @Num() level: number;
  @Int({ min: 1, meaning: 'Labels whose read score is nearest to the level.' }) labels: number;
  @Num({ meaning: "Mean of the read scores, in the levels' unit." }) mean_read: number;
  @Num({ meaning: '`mean_read` minus the mean of what came true: above 0 the reads are too high.' }) bias: number;
  @Shape(ends, { meaning: 'Student by document, 95 %, of `bias`.' }) interval: IntervalView | null;
}

/** A label that the reads in use were wrong about. */
export class WrongLabel {
  @Text({ meaning: 'The namespace of the document.' }) namespace: string;
  @Text() document: string;
  @Shape({ type: ['boolean', 'string', 'number', 'null'] }, { meaning: 'What came true; null is the escape.' })
  observed: boolean | string | number | null;
  @Num({ meaning: 'The probability that the held-out read gave it, in [0, 1].' }) p: number;
}
