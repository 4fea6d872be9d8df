import { Int, ListOf, Num, OneOf, Shape, Stamp, Text } from './field';
import { request } from './message';

/** Documents' answers drawn by lot: what a review queue is made of. */
export class SampleAnswers {
  @Text() organization: string;
  @Text({ meaning: 'A namespace, or a template prefix.' }) namespace: string;
  @Text() judgment_id: string;
  @Int({ min: 1 }) version: number;
  @Int({ meaning: 'Another seed, another sample.' }) seed: number;
  @Int({ min: 1, max: 2000 }) limit: number;
}
export class SampledAnswer {
  @Text() namespace: string;
  @Text() document: string;
  @Text() answer: string;
  @Int() document_version: number;
  @Text({ nullable: true }) engine_version: string | null;
  @Stamp() judged_at: string;
  @Shape({ type: ['number', 'null'] }, { meaning: 'p of a bool, score of a score.' }) number: number | null;
  @Shape({ type: ['string', 'number', 'null'] }) value: string | number | null;
  @Shape({ type: ['number', 'null'] }) escape_p: number | null;
  @Shape({ type: ['object', 'null'] }) dist: Record<string, number> | null;
}
export class SampledAnswers {
  @Int({ meaning: 'Answers of the version there are in all.' }) population: number;
  @ListOf(() => SampledAnswer) answers: SampledAnswer[];
}
export const sampleAnswers = request({
  subject: 'documents.answer.sample.v1',
  why: 'Current answers of a judgment, drawn by lot, for a review queue.',
  from: ['calibration'],
  to: 'documents',
  query: SampleAnswers,
  reply: SampledAnswers,
  nonCalling: true,
  maxConcurrent: 4,
});

export class ReadQueue {
  @Text() namespace: string;
  @Text() judgment: string;
  @Int({ optional: true, min: 1, max: 100 }) limit?: number;
}
/** An answer worth labelling. Post its outcome with `answer`; it stays here until then. */
export class QueueItem {
  @Text() namespace: string;
  @Text() document: string;
  @Text({ meaning: 'Answer of record, `ans_..`.' }) answer: string;
  @Int() document_version: number;
  @Stamp() judged_at: string;
  @Num({ optional: true, meaning: 'Of a bool.' }) p?: number;
  @Num({ optional: true, meaning: 'Of a score.' }) score?: number;
  @Shape({ type: ['string', 'number', 'null'] }, { optional: true, meaning: 'Of a choice or a score.' })
  value?: string | number | null;
  @Num({ optional: true }) escape_p?: number;
  @Shape({ type: 'object' }, { optional: true }) dist?: Record<string, number>;
  @OneOf(['near_threshold', 'under_covered', 'random'], { meaning: 'What mostly brought it here.' }) reason:
    'near_threshold' | 'under_covered' | 'random';
  @Num({ min: 0, meaning: 'How many answers it stands for: one over its chance of being drawn.' }) weight: number;
  @Stamp() drawn_at: string;
}
export class QueueView {
  @Int({ min: 1 }) version: number;
  @ListOf(() => QueueItem, { max: 100 }) items: QueueItem[];
  @Text({ nullable: true, meaning: 'Always null: what is answered makes room for more.' }) next_cursor: string | null;
}
export const readQueue = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.queue.read.v1',
  why: 'Answers most worth labelling.',
  query: ReadQueue,
  reply: QueueView,
});
