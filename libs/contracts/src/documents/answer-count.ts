import { Bool, Int, ListOf, Num, OneOf, Shape, Text, Values } from '../field';
import { request } from '../message';

/** What current answers are counted by. */
export const countedBy = ['number', 'value'] as const;
export type CountedBy = (typeof countedBy)[number];

/** The current answers of one version of a judgment in one epoch, over a namespace or all namespaces of a template. */
export class CountAnswers {
  @Text() organization: string;
  @Text({ meaning: 'A namespace, or a template prefix.' }) namespace: string;
  @Text() judgment_id: string;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'The epoch.' }) engine_version: string;
  @OneOf(countedBy, { meaning: '`number`: p of a bool or score of a score; `value`: the option of a choice.' })
  by: CountedBy;
  @Num({ meaning: 'The least number, such as 0 for p or the lowest level; counts by `value` have no use for it.' })
  low: number;
  @Num({ meaning: 'The greatest number.' }) high: number;
  @Values(
    { type: 'string' },
    { optional: true, max: 1000, meaning: 'What the names of namespaces begin with whose answers are not counted.' },
  )
  without?: string[];
}
export class ValueCount {
  @Shape({ type: ['string', 'null'] }, { meaning: 'An option; null for the escape.' }) value: string | null;
  @Int({ min: 1 }) answers: number;
}
export class AnswersCounted {
  @Bool({
    meaning: 'True when there are more than 200,000 answers: then 20,000 of them, drawn at random, were counted.',
  })
  sampled: boolean;
  @Values(
    { type: 'integer', minimum: 0 },
    {
      max: 1001,
      meaning:
        'By `number`: answers in each thousandth of the way from `low` to `high`, and in the 1,001st place those at `high`; else empty.',
    },
  )
  bins: number[];
  @ListOf(() => ValueCount, { max: 300, meaning: 'By `value`: answers of each, most first; else empty.' })
  values: ValueCount[];
}
export const countAnswers = request({
  subject: 'documents.answer.count.v1',
  why: 'Counts the current answers of a judgment by what they say, to hold labels against all of them.',
  from: ['calibration'],
  to: 'documents',
  query: CountAnswers,
  reply: AnswersCounted,
  nonCalling: true,
  maxConcurrent: 4,
});
