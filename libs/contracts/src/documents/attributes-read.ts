import { JsonObject, ListOf, Text, Values } from '../field';
import { request } from '../message';

/** What a reply keeps of one document's attributes: their values together in bytes of JSON, and a text in characters. */
export const keptAttributes = { bytes: 2_048, characters: 200 } as const;

export class ReadAttributes {
  @Text() organization: string;
  @Text() namespace: string;
  @Values({ type: 'string' }, { min: 1, max: 500 }) ids: string[];
}
export class DocumentAttributes {
  @Text() id: string;
  @JsonObject({
    meaning:
      'Texts of up to 200 characters, numbers, booleans and null, in order of their names until 2 KiB are full; every other attribute is `[]`.',
  })
  attributes: object;
}
export class AttributesRead {
  @ListOf(() => DocumentAttributes, { meaning: 'Documents that exist.' }) documents: DocumentAttributes[];
}
export const readAttributes = request({
  from: ['calibration'],
  to: 'documents',
  subject: 'documents.attribute.read.v1',
  why: 'Reads the short attributes of documents, for labels that keep them.',
  query: ReadAttributes,
  reply: AttributesRead,
  nonCalling: true,
  maxConcurrent: 4,
});
