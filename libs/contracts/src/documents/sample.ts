import { Bool, Int, ListOf, Shape, Text } from '../field';
import { request } from '../message';
import { FetchedDocument } from './fetch';

export class SampleDocuments {
  @Text() organization: string;
  @Text({ meaning: 'A namespace, or a template prefix.' }) namespace: string;
  @Text({ meaning: "Scope of the caller's key; the sample stays within it." }) scope: string;
  @Shape({ type: ['object', 'null'] }, { meaning: "A definition's `applies_to`." }) filter: object | null;
  @Int({ min: 1, max: 200, meaning: 'Maximum of documents, shared by the namespaces of a prefix.' }) documents: number;
  @Int({ min: 1, max: 20, meaning: 'Maximum of namespaces of a prefix.' }) namespaces: number;
}
export class SampledNamespace {
  @Text() namespace: string;
  @ListOf(() => FetchedDocument) documents: FetchedDocument[];
}
export class SampledDocuments {
  @Bool({ meaning: 'Whether the namespace holds any documents, matching or not.' }) any: boolean;
  @ListOf(() => SampledNamespace) namespaces: SampledNamespace[];
}
export const sampleDocuments = request({
  subject: 'documents.sample.v1',
  why: 'Samples the documents with the lowest SHA-256 of their id, for suggestions and previews; the sample is stable.',
  from: ['judgments'],
  to: 'documents',
  query: SampleDocuments,
  reply: SampledDocuments,
  nonCalling: true,
  maxConcurrent: 4,
});
