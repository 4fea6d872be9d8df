import { Bool, Int, ListOf, Nested, Num, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { UsageView } from '../shared';
import { GetDocumentsBody, QueryBody, WriteBody } from './bodies';
import { DocumentView, DocumentWritten, DocumentsView, QueryView } from './views';

export class WriteDocuments {
  @Text() namespace: string;
  @Nested(() => WriteBody) write: WriteBody;
}
export const writeDocuments = request({
  subject: 'documents.document.write.v1',
  why: 'Applies a batch of operations, all or nothing.',
  from: ['gateway'],
  to: 'documents',
  query: WriteDocuments,
  reply: DocumentWritten,
  maxConcurrent: 256,
  framed: true,
});

export class ReadDocuments {
  @Text() namespace: string;
  @Bool({ meaning: 'True for `GET documents/{id}`: the reply is the document alone, or not_found.' }) single: boolean;
  @Nested(() => GetDocumentsBody) read: GetDocumentsBody;
}
export const readDocuments = request({
  subject: 'documents.document.read.v1',
  why: 'Reads documents with their answers; judges answers that are not fresh when the client asks for it.',
  from: ['gateway'],
  to: 'documents',
  query: ReadDocuments,
  reply: DocumentsView,
  maxConcurrent: 1024,
  framed: true,
});

export class QueryDocuments {
  @Text() namespace: string;
  @Nested(() => QueryBody) query: QueryBody;
}
export const queryDocuments = request({
  subject: 'documents.document.query.v1',
  why: 'Queries stored documents and answers by filter, ordered, in pages.',
  from: ['gateway'],
  to: 'documents',
  query: QueryDocuments,
  reply: QueryView,
  maxConcurrent: 256,
  framed: true,
});

export class JudgeDocuments {
  @Text() namespace: string;
  @Text() judgment: string;
  @Values({ type: 'string' }, { max: 100, meaning: 'Documents to judge; empty beside `priced`.' })
  documents: string[];
  @Stamp({
    optional: true,
    meaning: 'Answers from before this moment are asked again, fresh ones too. A request that is repeated repeats it.',
  })
  again_at?: string;
  @Values(
    { type: 'string' },
    {
      optional: true,
      max: 100,
      meaning: 'Documents of a dry run. `documents` does not name them, so that a build without dry runs asks nothing.',
    },
  )
  priced?: string[];
}
/** The price of a request to judge. */
export class JudgePrice {
  @Num({ min: 0, meaning: 'Judgment units at most: an answer whose context has not changed is not asked for.' })
  judgment_units: number;
  @Num({ min: 0, meaning: "USD of these units, by the organization's rates of now." }) cost_usd: number;
}
export class JudgedDocuments {
  @ListOf(() => DocumentView) documents: DocumentView[];
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Ids that were left out because the response would exceed 8 MiB.' },
  )
  remaining?: string[];
  @Values({ type: 'string' }, { optional: true, meaning: 'Always empty: an id that does not exist is a refusal.' })
  missing?: string[];
  @Int({
    optional: true,
    min: 0,
    meaning: 'Documents that got a new answer; of a dry run: those that would be asked about.',
  })
  asked?: number;
  @Int({ optional: true, min: 0, meaning: 'Documents that keep the answer that they had.' })
  kept?: number;
  @Nested(() => JudgePrice, { optional: true, meaning: 'Only of a dry run: the price.' })
  estimate?: JudgePrice;
  @Nested(() => UsageView) usage: UsageView;
}
export const judgeDocuments = request({
  subject: 'documents.document.judge.v1',
  why: 'Judges some documents now: a read that requires one judgment.',
  from: ['gateway'],
  to: 'documents',
  query: JudgeDocuments,
  reply: JudgedDocuments,
});
