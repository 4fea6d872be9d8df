import { FetchedDocument } from '../documents';
import { ListOf, Nested, OneOf, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { UsageView } from '../shared';
import { RecordedAnswer } from './recorded-answer';

export class Judge {
  @Text() organization: string;
  @Text() namespace: string;
  @Values({ type: 'string' }, { meaning: 'Judgment ids.' }) judgments: string[];
  @ListOf(() => FetchedDocument, { meaning: 'Documents as just read, with the wanted versions of these judgments.' })
  documents: FetchedDocument[];
  @OneOf(['policy', 'require']) mode: 'policy' | 'require';
  @Stamp({
    optional: true,
    meaning: 'An answer from before this moment is asked again, even for the same context.',
  })
  again_at?: string;
}
export class RefusedAnswer {
  @Text() document: string;
  @Text() judgment_id: string;
  @OneOf(['budget_exceeded', 'engine_unavailable', 'late']) reason: 'budget_exceeded' | 'engine_unavailable' | 'late';
}
export class Judged {
  @ListOf(() => RecordedAnswer, {
    meaning:
      'What was recorded and, beside each `same`, the answer that it names as it was recorded before, without units.',
  })
  answers: RecordedAnswer[];
  @ListOf(() => RefusedAnswer) refused: RefusedAnswer[];
  @Nested(() => UsageView) usage: UsageView;
}
export const judge = request({
  subject: 'judgments.judge.v1',
  why: 'Judges answers that are not fresh for a read, which waits until its deadline; late answers continue afterwards.',
  from: ['documents'],
  to: 'judgments',
  query: Judge,
  reply: Judged,
  maxConcurrent: 512,
});
