import { RawReply } from '@app/bus';
import {
  Deleted,
  DocumentView,
  DocumentWritten,
  DocumentsView,
  GetDocumentsBody,
  HistoryList,
  QueryBody,
  QueryView,
  WriteBody,
  listHistory,
  namePattern,
  queryDocuments,
  readDocuments,
  writeDocuments,
} from '@app/contracts';
import { Problem, invalid } from '@app/problem';
import { Controller } from '@nestjs/common';
import { isDocumentId } from '../../request/document-id';
import { OwnerClient } from '../../http/owner-client';
import type { RequestContext, Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { HistoryQuery, ReadDocumentQuery } from './documents.schema';

const tag = 'Documents';
const closing = Buffer.from('}');

@Controller()
export class DocumentsController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/documents',
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
  })
  write(request: Request, reply: Reply): Promise<void> {
    const { namespace, bytes } = request.asked;
    // The checked bytes themselves travel on: nothing is written twice.
    const head = Buffer.from(`{"namespace":${JSON.stringify(namespace)},"write":`);
    return this.desk.forward(request, reply, writeDocuments, Buffer.concat([head, bytes!, closing]));
  }

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/documents/get',
    tag,
    summary: 'Reads up to 100 documents with their answers.',
    access: 'read',
    namespace: 'namespace',
    body: GetDocumentsBody,
    success: [200],
    reply: DocumentsView,
    counted: true,
    errors: ['not_found', 'budget_exceeded', 'engine_unavailable'],
  })
  async getMany(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    const read = asked.body as GetDocumentsBody;
    assertMayRequire(asked, read.fresh);
    read.ids.forEach((id, i) => {
      if (!isDocumentId(id))
        throw invalid('bad_length', `/ids/${i}`, 'An id is 1 to 256 bytes without control characters.');
    });
    return this.desk.forward(request, reply, readDocuments, { namespace: asked.namespace, single: false, read });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/documents/:id',
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
  })
  async getOne(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    const query = asked.query as ReadDocumentQuery;
    assertMayRequire(asked, query.fresh);
    const read: GetDocumentsBody = { ids: [asked.params['id']] };
    if (query.judgments !== undefined) read.judgments = namesOf(query.judgments);
    if (query.include !== undefined) read.include = query.include.split(',');
    if (query.fresh !== undefined) read.fresh = query.fresh;
    return this.desk.forward(request, reply, readDocuments, { namespace: asked.namespace, single: true, read });
  }

  @Route({
    method: 'DELETE',
    path: '/namespaces/:ns/documents/:id',
    tag,
    summary: 'Deletes one document with its answers.',
    access: 'change',
    namespace: 'namespace',
    success: [200],
    reply: Deleted,
    errors: ['not_found', 'conflict'],
    reasons: ['deleting'],
  })
  remove(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, async (asked) => {
      const { id } = asked.params;
      const query = { namespace: asked.namespace, write: { delete: [{ id }] } };
      const { deleted } = await this.desk.ask(writeDocuments, query, asked);
      if (deleted === 0) throw new Problem('not_found', 'There is no such document.');
      return new RawReply('{"deleted":true}');
    });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/documents/:id/answers/:judgment/history',
    tag,
    summary: 'Answers of record of one document and judgment, newest first.',
    access: 'read',
    namespace: 'namespace',
    query: HistoryQuery,
    success: [200],
    reply: HistoryList,
    errors: ['not_found'],
    reasons: ['bad_query', 'bad_cursor', 'bad_name'],
  })
  history(request: Request, reply: Reply): Promise<void> {
    const { namespace, params, query } = request.asked;
    const asking = { ...query, namespace, document: params['id'], judgment: params['judgment'] };
    return this.desk.forward(request, reply, listHistory, asking);
  }

  @Route({
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
  })
  query(request: Request, reply: Reply): Promise<void> {
    const { namespace, bytes } = request.asked;
    const head = Buffer.from(`{"namespace":${JSON.stringify(namespace)},"query":`);
    return this.desk.forward(request, reply, queryDocuments, Buffer.concat([head, bytes!, closing]));
  }
}

/** A read that must judge changes what is stored and billed. */
function assertMayRequire({ key }: RequestContext, fresh: string | undefined): void {
  if (fresh === 'require' && key.role !== 'read_write')
    throw new Problem('forbidden', 'This key may only read; `fresh=require` needs the role read_write.');
}

function namesOf(list: string): string[] {
  const names = list.split(',');
  if (names.length <= 100 && names.every((name) => namePattern.test(name))) return names;
  throw invalid('bad_query', '/judgments', '`judgments` is a comma-separated list of at most 100 judgment names.');
}
