import { checkBody, fieldsOf } from '@app/contracts';
import { checkDocumentWrite } from '@app/document-write';
import { Problem, invalid } from '@app/problem';
import { assertParams } from './path-params';
import { readQuery } from './query-params';
import { assertJsonType, readJson } from './read-json';
import { RouteSpec } from './route-spec';

/** A request as it was sent, its path parameters decoded. */
export interface SentRequest {
  params: Record<string, string>;
  /** Path and query string, as the client sent them. */
  target: string;
  headers: { 'content-type'?: string; 'content-encoding'?: string };
  bytes: Buffer | undefined;
}

/** The checked parts of a request; a part that its route does not take is empty. */
export interface CheckedRequest {
  query: object;
  body: object;
}

/**
 * Parses a request and checks its path, query and body, in this order.
 * @throws Problem `invalid_request` or `too_large` for the first fault, or for a route that is not built
 */
export function readRequest(spec: RouteSpec, { params, target, headers, bytes }: SentRequest): CheckedRequest {
  assertParams(params);
  const query = spec.query || target.includes('?') ? readQuery(spec.query, target) : {};
  return { query, body: readBody(spec, headers, bytes) };
}

function readBody(spec: RouteSpec, headers: SentRequest['headers'], bytes: Buffer | undefined): object {
  if (!spec.body) return assertNoBody(bytes);
  if (spec.bodyOptional && !bytes?.length) return {};
  const sent = bytes ?? Buffer.alloc(0);
  if (spec.rawBody && isImage(headers)) return checked(spec, { data: sent.toString('base64') });
  assertJsonType(headers['content-type'], headers['content-encoding']);
  const body = readJson(sent);
  if (!spec.walked) return checked(spec, body);
  checkDocumentWrite(body, sent.length);
  return body;
}

/** The header only distinguishes an image from JSON; documents reads the kind of image from the bytes. */
function isImage(headers: SentRequest['headers']): boolean {
  return headers['content-encoding'] === undefined && /^image\//i.test(headers['content-type'] ?? '');
}

function checked(spec: RouteSpec, body: object): object {
  try {
    return checkBody(spec.body!, body);
  } catch (error) {
    if (error instanceof Problem && error.details.reason === 'unknown_field') throw readOnlyOr(error, spec);
    throw error;
  }
}

/** A client that sends a reply back gets `read_only_field` for a member that only the reply has. */
function readOnlyOr(problem: Problem, spec: RouteSpec): Problem {
  const path = problem.details.path ?? '';
  const isOfReply = spec.reply && /^\/[^/]+$/.test(path) && fieldsOf(spec.reply).has(path.slice(1));
  return isOfReply ? invalid('read_only_field', path, `\`${path}\` is set by the service; leave it out.`) : problem;
}

function assertNoBody(bytes: Buffer | undefined): object {
  if (!bytes || bytes.length === 0 || bytes.toString('latin1') === '{}') return {};
  throw invalid('unknown_field', '', 'This request takes no body; leave it out.');
}
