import { Deleted, ListQuery } from '@app/contracts';
import {
  DocumentView,
  DocumentWritten,
  DocumentsView,
  GetDocumentsBody,
  QueryBody,
  QueryView,
  WriteBody,
  queryDocuments,
  readDocuments,
  writeDocuments,
} from '@app/contracts/documents';
import { AnswerExplanation, AnswerOfRecord, HistoryList, getAnswer, listHistory } from '@app/contracts/judgments';
import { RequestContext } from '../../http/request-context';
import { Route, forward, route } from '../../http/route';
import { ReadDocumentQuery } from './documents.schema';
import { readOfMany, readOfOne } from './read-documents';

const tag = 'Documents';
const documents = '/namespaces/:ns/documents';
const closing = Buffer.from('}');

export const deleteDocument = route({
  method: 'DELETE',
  path: `${documents}/:id`,
  tag,
  summary: 'Deletes one document with its answers.',
  access: 'change',
  namespace: 'namespace',
  success: [200],
  reply: Deleted,
  errors: ['not_found', 'conflict'],
  reasons: ['deleting'],
});

export const explainRoute = route({
  method: 'GET',
  path: `${documents}/:id/answers/:judgment/explain`,
  tag,
  summary:
    'Why an answer is not fresh, or what it waits for: what is wanted, its rows of the queue, engine, budget and fan-out.',
  access: 'read',
  namespace: 'namespace',
  success: [200],
  reply: AnswerExplanation,
  errors: ['not_found'],
  reasons: ['bad_name'],
});

export const documentRoutes: readonly Route[] = [
  forward({
    method: 'POST',
    path: documents,
    tag,
    summary:
      'Writes documents: upserts, patches, appends and deletes, all or nothing; or a patch or a deletion by filter, 1,000 documents at once, as a job past 50,000.',
    access: 'change',
    namespace: 'namespace',
    body: WriteBody,
    walked: true,
    success: [200, 202],
    reply: DocumentWritten,
    errors: ['not_found', 'conflict', 'too_large', 'unknown_image', 'image_erased', 'plan_required'],
    reasons: [
      'if_version',
      'deleting',
      'not_array',
      'number_precision',
      'state_bytes',
      'attributes',
      'images',
      'values',
      'operations',
      'read_only_field',
      'bad_filter',
      'empty_filter',
      'unknown_path',
      'bad_path',
      'cancelled',
    ],
    to: writeDocuments,
    payload: (context) => bodyAs('write', context),
  }),
  forward({
    method: 'POST',
    path: `${documents}/get`,
    tag,
    summary: 'Reads up to 100 documents with their answers.',
    access: 'read',
    namespace: 'namespace',
    body: GetDocumentsBody,
    success: [200],
    reply: DocumentsView,
    counted: true,
    errors: ['not_found', 'budget_exceeded', 'engine_unavailable'],
    to: readDocuments,
    payload: readOfMany,
  }),
  forward({
    method: 'GET',
    path: `${documents}/:id`,
    tag,
    summary: 'Reads one document with its answers.',
    access: 'read',
    namespace: 'namespace',
    query: ReadDocumentQuery,
    success: [200],
    reply: DocumentView,
    counted: true,
    errors: ['not_found', 'budget_exceeded', 'engine_unavailable'],
    reasons: ['bad_query', 'bad_name'],
    to: readDocuments,
    payload: readOfOne,
  }),
  deleteDocument,
  forward({
    method: 'GET',
    path: `${documents}/:id/answers/:judgment/history`,
    tag,
    summary: 'Answers of record of one document and judgment, newest first.',
    access: 'read',
    namespace: 'namespace',
    query: ListQuery,
    success: [200],
    reply: HistoryList,
    errors: ['not_found'],
    reasons: ['bad_query', 'bad_cursor', 'bad_name'],
    to: listHistory,
    payload: ({ namespace, params, query }) => ({
      ...query,
      namespace,
      document: params.id,
      judgment: params.judgment,
    }),
  }),
  forward({
    method: 'GET',
    path: `${documents}/:id/answers/:judgment/history/:answer`,
    tag,
    summary: 'One answer of record with the context that its engine read.',
    access: 'read',
    namespace: 'namespace',
    success: [200],
    reply: AnswerOfRecord,
    errors: ['not_found'],
    reasons: ['bad_name'],
    to: getAnswer,
    payload: ({ namespace, params }) => ({
      namespace,
      document: params.id,
      judgment: params.judgment,
      answer: params.answer,
    }),
  }),
  explainRoute,
  forward({
    method: 'POST',
    path: '/namespaces/:ns/query',
    tag,
    summary: 'Stored documents and answers by filter, ordered, in pages.',
    access: 'read',
    namespace: 'namespace',
    body: QueryBody,
    success: [200],
    reply: QueryView,
    counted: true,
    errors: ['not_found'],
    reasons: ['bad_filter', 'unknown_path', 'scan_too_large', 'bad_cursor', 'bad_path'],
    to: queryDocuments,
    payload: (context) => bodyAs('query', context),
  }),
];

/** The payload `{namespace, <member>: body}` as JSON: the bytes of the checked body are passed on, not written again. */
function bodyAs(member: string, { namespace, bytes }: RequestContext): Uint8Array {
  const head = Buffer.from(`{"namespace":${JSON.stringify(namespace)},"${member}":`);
  return Buffer.concat([head, bytes!, closing]);
}
