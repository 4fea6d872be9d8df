import { Int, Nested, Num, Shape, Text } from '../field';
import { request } from '../message';
import { RelationQuery } from './relation';

export class MeasureRelation {
  @Text() organization: string;
  @Text({ meaning: 'A namespace; no template prefix.' }) namespace: string;
  @Nested(() => RelationQuery) spec: RelationQuery;
  @Shape(
    { type: ['object', 'null'] },
    { meaning: '`{created_within?, where?}`: only judged documents within it count; null for all.' },
  )
  scope: object | null;
}
export class RelationMeasured {
  @Num({ min: 0, meaning: 'Changes of related documents a day, new ones included.' }) changes_per_day: number;
  @Num({ min: 0, meaning: 'Mean number of judged documents that one such change concerns.' })
  documents_per_change: number;
  @Int({ min: 0, meaning: 'Judged documents that the relation can concern.' }) judged_documents: number;
}
export const measureRelation = request({
  subject: 'documents.relation.measure.v1',
  why: 'Measures how often related documents change and how many judged ones a change concerns, for estimates.',
  from: ['judgments'],
  to: 'documents',
  query: MeasureRelation,
  reply: RelationMeasured,
  nonCalling: true,
  maxConcurrent: 4,
});
