import { Bool, Int, ListOf, Num, Shape, Stamp, Text } from '../field';

const bound = { type: ['number', 'null'], minimum: 0, maximum: 1 };

/** Answers and labels that say about the same. */
export class StratumView {
  @Shape(bound, { meaning: 'From this p of a bool or `normalized` of a score on; null for a choice.' })
  low: number | null;
  @Shape(bound, { meaning: 'Below this number; 1 is the last one. Null for a choice.' }) high: number | null;
  @Text({
    nullable: true,
    meaning: 'For a choice: the most probable option; null for the escape, and for other types.',
  })
  value: string | null;
  @Num({ min: 0, max: 1, meaning: 'Share of the answers.' }) answers: number;
  @Num({ min: 0, max: 1, meaning: 'Share of the labels, those of the review queue weighted.' }) labels: number;
}

/** The labels beside all current answers of the version in its epoch, over the namespaces of the report. */
export class AnswersBesideView {
  @Int({ min: 0, meaning: 'Answers that were counted.' }) count: number;
  @Bool({ meaning: 'True when there are more than 200,000: then about 20,000 of them, drawn at random, were counted.' })
  sampled: boolean;
  @Stamp({
    meaning: 'When they were counted: at most an hour ago, or up to 36 hours while they cannot be counted anew.',
  })
  counted_at: string;
  @Num({
    min: 0,
    max: 1,
    meaning:
      'Chance of labels that lie so far from the answers, if they were drawn from them; below 0.01 a notice tells it.',
  })
  p: number;
  @Num({ min: 0, max: 1, meaning: 'Share of the answers in strata without a label.' }) unlabelled: number;
  @ListOf(() => StratumView, { max: 255, meaning: 'By tenths of p or `normalized`, or by option.' })
  strata: StratumView[];
}
