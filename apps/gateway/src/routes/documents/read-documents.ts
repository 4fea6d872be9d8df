import { namePattern } from '@app/contracts';
import { GetDocumentsBody, ReadDocuments } from '@app/contracts/documents';
import { isDocumentId } from '@app/document-write';
import { Problem, invalid } from '@app/problem';
import { RequestContext } from '../../http/request-context';
import { ReadDocumentQuery } from './documents.schema';

const maxNames = 100;

/** The read that `POST documents/get` asks for. @throws Problem `forbidden` or `invalid_request` */
export function readOfMany(context: RequestContext<GetDocumentsBody>): ReadDocuments {
  const { namespace, body } = context;
  assertMayJudge(context, body.fresh);
  body.ids.forEach((id, i) => {
    if (!isDocumentId(id))
      throw invalid('bad_length', `/ids/${i}`, 'An id is 1 to 256 bytes without control characters.');
  });
  return { namespace, single: false, read: body };
}

/** The read that `GET documents/{id}` asks for. @throws Problem `forbidden` or `invalid_request` */
export function readOfOne(context: RequestContext<object, ReadDocumentQuery>): ReadDocuments {
  const { namespace, params, query } = context;
  assertMayJudge(context, query.fresh);
  const read: GetDocumentsBody = { ids: [params.id] };
  if (query.judgments !== undefined) read.judgments = namesOf(query.judgments);
  if (query.include !== undefined) read.include = query.include.split(',');
  // Refused as a GET is, and never judged.
  if (context.isHead) read.fresh = 'stored';
  else if (query.fresh !== undefined) read.fresh = query.fresh;
  return { namespace, single: true, read };
}

/** A read with `fresh=require` changes what is stored and billed, so it needs a key that may write. */
function assertMayJudge({ principal }: RequestContext, fresh: string | undefined): void {
  if (fresh === 'require' && principal.role !== 'read_write')
    throw new Problem('forbidden', 'This key may only read; `fresh=require` needs the role read_write.');
}

function namesOf(list: string): string[] {
  const names = list.split(',');
  if (names.length <= maxNames && names.every((name) => namePattern.test(name))) return names;
  throw invalid('bad_query', '/judgments', '`judgments` is a comma-separated list of at most 100 judgment names.');
}
