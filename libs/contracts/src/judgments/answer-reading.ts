import { Int, Nested, OneOf, Text, Values } from '../field';
import { request } from '../message';
import { HistoryItem } from './history';

export const contextGone = ['image_erased', 'expired'] as const;
export type ContextGone = (typeof contextGone)[number];

/** What the engine read for an answer of record. */
export class ReadContextView {
  @Text({ nullable: true, meaning: 'The text that the engine read; null when it is stored no longer.' })
  text: string | null;
  @OneOf(contextGone, {
    nullable: true,
    meaning:
      'Why the text is not here: an image of it was erased, or its 90 days of storage are over; null when it is.',
  })
  gone: ContextGone | null;
  @Int({ min: 0, nullable: true, meaning: 'Tokens of the text.' }) tokens: number | null;
  @Values({ type: 'string' }, { meaning: 'Ids of the images that the engine read.' }) images: string[];
}
export class AnswerOfRecord extends HistoryItem {
  @Nested(() => ReadContextView) context: ReadContextView;
}
export class GetAnswer {
  @Text() namespace: string;
  @Text() document: string;
  @Text() judgment: string;
  @Text({ meaning: 'Id of an answer of record, `ans_..`.' }) answer: string;
}
export const getAnswer = request({
  from: ['gateway'],
  to: 'judgments',
  subject: 'judgments.answer.get.v1',
  why: 'Reads one answer of record with the context that its engine read.',
  query: GetAnswer,
  reply: AnswerOfRecord,
});
