import { Int, ListOf, MapOf, Shape, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { featureNumber, PartView } from './answer-view';

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
