import { Bool, Int, ListOf, Nested, Shape, Text, Values } from '../field';
import { request } from '../message';

/** Which number of the answers is distributed. */
export class DistributionQuery {
  @Text({
    optional: true,
    min: 1,
    max: 400,
    meaning:
      'A number of the answers, as filters name it behind `answers.<judgment>.`: `p`, `features.<name>` or `parts.<name>` of a bool, ' +
      '`dist.<option>` or `escape_p` of a choice, `score`, `normalized` or `dist.<level>` of a score. When left out: `p`, `escape_p` or `score`.',
  })
  on?: string;
}
export class ReadDistribution extends DistributionQuery {
  @Text() namespace: string;
  @Text() judgment: string;
}

/** Answers by their status now. */
export class AnswersByStatus {
  @Int({ min: 0 }) fresh: number;
  @Int({ min: 0 }) stale: number;
  @Int({ min: 0, meaning: 'Answers that wait to be made for the first time.' }) pending: number;
  @Int({ min: 0 }) unavailable: number;
}
export class AnswersOfValue {
  @Shape(
    { type: ['string', 'number', 'null'] },
    { meaning: 'An option, or a level; null for the escape, and for answers that have no value yet.' },
  )
  value: string | number | null;
  @Int({ min: 1 }) answers: number;
}
/** How a number of the current answers of a judgment is distributed in a namespace. */
export class AnswerDistribution {
  @Text({ meaning: 'The number, as in the query.' }) on: string;
  @Int({
    min: 0,
    meaning:
      'Current answers of the judgment, those included that wait or could not be made. Documents that never asked for an answer have none.',
  })
  answers: number;
  @Bool({ meaning: 'True when there are more than 200,000 answers: then the members below describe a sample of them.' })
  sampled: boolean;
  @Int({ min: 0, meaning: 'Answers that the members below describe: all, or a random sample that stays the same.' })
  read: number;
  @Int({ min: 0, meaning: 'How many of `read` have the number.' }) numbers: number;
  @Values(
    { type: 'number' },
    {
      max: 201,
      meaning:
        '201 numbers, ascending: the least, then each that ends one more 200th part of them, last the greatest; empty without any.',
    },
  )
  quantiles: number[];
  @Nested(() => AnswersByStatus, { meaning: 'Of `read`.' }) by_status: AnswersByStatus;
  @ListOf(() => AnswersOfValue, {
    max: 300,
    meaning: 'Of `read`: answers of a choice or score by value, most first; at most 300 values. Empty for a bool.',
  })
  by_value: AnswersOfValue[];
}
export const readDistribution = request({
  from: ['gateway'],
  to: 'documents',
  subject: 'documents.answer.distribution.v1',
  why: 'Reads how the current answers of a judgment are distributed.',
  query: ReadDistribution,
  reply: AnswerDistribution,
  maxConcurrent: 4,
});
