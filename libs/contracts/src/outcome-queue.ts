import { Int, ListOf, MapOf, Num, OneOf, Shape, Stamp, Text, Values } from './field';
import { request } from './message';
import { PartView, featureNumber } from './views';

/** A random sample of answers in documents, for the review queue. */
export class SampleAnswers {
  @Text() organization: string;
  @Text({ meaning: 'A namespace, or a template prefix.' }) namespace: string;
  @Text() judgment_id: string;
  @Int({ min: 1 }) version: number;
  @Int({ meaning: 'Seed of the sample; the same seed gives the same sample.' }) seed: number;
  @Int({ min: 1, max: 2000 }) limit: number;
  @Values(
    { type: 'string' },
    { optional: true, max: 1000, meaning: 'What the names of namespaces begin with that the sample leaves out.' },
  )
  without?: string[];
}
export class SampledAnswer {
  @Text() namespace: string;
  @Text() document: string;
  @Text() answer: string;
  @Int() document_version: number;
  @Text({ nullable: true }) engine_version: string | null;
  @Stamp() judged_at: string;
  @Shape({ type: ['number', 'null'] }, { meaning: 'p of a bool or score of a score; otherwise null.' }) number:
    number | null;
  @Shape({ type: ['string', 'number', 'null'] }) value: string | number | null;
  @Shape({ type: ['number', 'null'] }) escape_p: number | null;
  @Shape({ type: ['object', 'null'], additionalProperties: { type: 'number' } }) dist: Record<string, number> | null;
  @MapOf(featureNumber, { optional: true, meaning: 'Features by name; only of answers that have them.' })
  features?: Record<string, number | null>;
  @MapOf(() => PartView, { optional: true, meaning: 'Answers of the parts by name; only of composites.' })
  parts?: Record<string, PartView>;
}
export class SampledAnswers {
  @Int({ meaning: 'Number of all answers of the version.' }) population: number;
  @ListOf(() => SampledAnswer) answers: SampledAnswer[];
}
export const sampleAnswers = request({
  subject: 'documents.answer.sample.v1',
  why: 'Draws a random sample of the current answers of a judgment, for the review queue.',
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
  @Int({ optional: true, min: 1, max: 100, meaning: 'Items a page: 1 to 100.' }) limit?: number;
}
/** An answer that is worth labelling. It stays in the queue until its outcome is posted with `answer`. */
export class QueueItem {
  @Text() namespace: string;
  @Text() document: string;
  @Text({ meaning: 'Id of an answer of record, `ans_..`.' }) answer: string;
  @Int() document_version: number;
  @Stamp() judged_at: string;
  @Num({ optional: true, meaning: 'Probability of yes (bool).' }) p?: number;
  @Num({ optional: true, meaning: 'The score (score).' }) score?: number;
  @Shape(
    { type: ['string', 'number', 'null'] },
    { optional: true, meaning: 'The most probable option or level (choice, score).' },
  )
  value?: string | number | null;
  @Num({ optional: true }) escape_p?: number;
  @MapOf({ type: 'number' }, { optional: true }) dist?: Record<string, number>;
  @OneOf(['near_threshold', 'under_covered', 'random'], { meaning: 'The main reason why the item was drawn.' }) reason:
    'near_threshold' | 'under_covered' | 'random';
  @Num({
    min: 0,
    meaning:
      'Number of answers that the item stands for: the inverse of the probability with which its draw took it. A draw takes up to 100 of the answers that no draw took before.',
  })
  weight: number;
  @Stamp() drawn_at: string;
}
export class QueueView {
  @Int({ min: 1 }) version: number;
  @ListOf(() => QueueItem, { max: 100 }) items: QueueItem[];
  @Text({ nullable: true, meaning: 'Always null; new items follow when the present ones are labelled.' }) next_cursor:
    string | null;
}
export const readQueue = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.queue.read.v1',
  why: 'Reads the answers that are most worth labelling.',
  query: ReadQueue,
  reply: QueueView,
});
