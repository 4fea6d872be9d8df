import { Bool, Int, Shape, Text, Values } from '../field';
import { request } from '../message';

export class ScanDocuments {
  @Text() organization: string;
  @Text({
    meaning:
      'A namespace or a template prefix. For a prefix the ids are the names of its namespaces, and counts cover all of them, without a filter.',
  })
  namespace: string;
  @Shape({ type: ['object', 'null'] }) filter: object | null;
  @Text({ nullable: true }) after: string | null;
  @Int({ min: 0, max: 1000 }) limit: number;
  @Bool({ meaning: 'Whether the reply contains counts and change rates.' }) totals: boolean;
  @Text({
    optional: true,
    meaning: 'A judgment id: takes only documents to which the judgment applies; none where it is not in force.',
  })
  judgment?: string;
  @Values(
    { type: 'string' },
    {
      optional: true,
      meaning:
        'Takes only documents whose answer is in one of these states: missing, stale, failed, other_epoch, invalidated (by a change of the document or of a related one).',
    },
  )
  only?: string[];
  @Int({
    optional: true,
    meaning:
      'The version to compare with: an answer of another version is stale. The filter then stands for applies_to.',
  })
  version?: number;
  @Bool({ optional: true, meaning: 'Creates rows for missing answers, so that reads show `pending`.' })
  mark?: boolean;
  @Bool({ optional: true, meaning: 'For a prefix: only namespaces that hold documents.' }) holding?: boolean;
}
export class ScannedDocuments {
  @Values({ type: 'string' }) ids: string[];
  @Text({ nullable: true }) next: string | null;
  @Int({ nullable: true }) count: number | null;
  @Shape(
    { type: ['number', 'null'] },
    { meaning: 'New documents a day (the median of the observed days) and changes of others (their mean).' },
  )
  changes_per_day: number | null;
  @Int({
    min: 0,
    max: 30,
    optional: true,
    meaning: 'Whole days in which changes were observed; of a prefix those of its oldest namespace. With totals only.',
  })
  observed_days?: number;
}
export const scanDocuments = request({
  subject: 'documents.scan.v1',
  why: 'Scans ids, counts and change rates by filter, for estimates and backfills.',
  from: ['judgments'],
  to: 'documents',
  query: ScanDocuments,
  reply: ScannedDocuments,
  nonCalling: true,
  maxConcurrent: 8,
});
