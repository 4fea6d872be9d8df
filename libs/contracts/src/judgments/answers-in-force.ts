import { Bool, ListOf, OneOf, Shape, Stamp, Text } from '../field';
import { request } from '../message';
import { RecordedAnswer } from './recorded-answer';

export class AnswerMoment {
  @Text() document: string;
  @Stamp({ nullable: true, meaning: 'A time; null means the latest answer.' }) as_of: string | null;
  @Text({ nullable: true, optional: true, meaning: 'Id of an answer of record, which replaces the time.' }) answer?:
    string | null;
}
export class AnswersInForce {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() judgment: string;
  @ListOf(() => AnswerMoment, { max: 1000 }) moments: AnswerMoment[];
}
export class AnswerInForce {
  @Text() document: string;
  @Shape({ type: ['object', 'null'] }, { meaning: 'The answer of record in force at that time, or null.' })
  answer: RecordedAnswer | null;
  @Stamp({ nullable: true }) first_answer_at: string | null;
  @Stamp({ optional: true, meaning: 'When the document of the answer was deleted; left out while it is there.' })
  deleted_at?: string;
  @Bool({
    optional: true,
    meaning: 'True when there is no answer, and there may have been one that is kept no longer; else left out.',
  })
  expired?: boolean;
}
export class AnswersInForceFound {
  @Text() judgment_id: string;
  @OneOf(['bool', 'choice', 'score']) type: 'bool' | 'choice' | 'score';
  @Text({ meaning: "Horizon of the active version's definition." }) horizon: string;
  @Shape({ type: ['array', 'null'] }) options: string[] | null;
  @Shape({ type: ['array', 'null'] }) levels: number[] | null;
  @ListOf(() => AnswerInForce) answers: AnswerInForce[];
}
export const answersInForce = request({
  subject: 'judgments.answer.in-force.v1',
  why: 'Finds the answers that were in force at given times, for outcomes.',
  from: ['calibration'],
  to: 'judgments',
  query: AnswersInForce,
  reply: AnswersInForceFound,
});
