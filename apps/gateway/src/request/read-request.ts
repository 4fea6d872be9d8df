import { checkBody, fieldsOf } from '@app/contracts';
import { Problem, invalid, notAvailableYet } from '@app/problem';
import { checkDocumentWrite } from './document-write';
import { assertJsonType, readJson } from './read-json';
import { Request } from '../http/request-context';
import { assertParams } from './path-params';
import { readQuery } from './query-params';
import { RouteSpec } from './route-spec';

/** What the request says, checked: path, query, body. @throws Problem `invalid_request` or `too_large` */
export function readRequest(request: Request): void {
  const { asked } = request;
  const { spec } = asked;
  assertParams(asked.params);
  if (spec.planned) throw notAvailableYet(spec.path);
  const target = request.raw.url ?? '';
  if (spec.query || target.includes('?')) asked.query = readQuery(spec.query, target);
  if (!spec.body) return assertNoBody(asked.bytes);
  if (spec.bodyOptional && !asked.bytes?.length) {
    asked.body = {};
    return;
  }
  const bytes = asked.bytes ?? Buffer.alloc(0);
  if (spec.rawBody && isPicture(request.headers['content-type'], request.headers['content-encoding'])) {
    asked.body = checked(spec, { data: bytes.toString('base64') });
    return;
  }
  assertJsonType(request.headers['content-type'], request.headers['content-encoding']);
  const body = readJson(bytes);
  asked.body = spec.walked ? checkDocumentWrite(body, bytes.length) : checked(spec, body);
}

/** The bytes decide the kind of picture; the header only says that they are no JSON. */
function isPicture(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined && /^image\//i.test(contentType ?? '');
}

function checked(spec: RouteSpec, body: object): object {
  try {
    return checkBody(spec.body!, body);
  } catch (error) {
    if (error instanceof Problem && error.details.reason === 'unknown_field') throw knownElsewhere(spec, error);
    throw error;
  }
}

/** A member of the reply sent back is not unknown: it is read-only. */
function knownElsewhere(spec: RouteSpec, problem: Problem): Problem {
  const path = problem.details.path ?? '';
  const own = spec.reply && /^\/[^/]+$/.test(path) && fieldsOf(spec.reply).has(path.slice(1));
  return own ? invalid('read_only_field', path, `\`${path}\` is set by the service; leave it out.`) : problem;
}

function assertNoBody(bytes: Buffer | undefined): void {
  if (!bytes || bytes.length === 0 || bytes.toString('latin1') === '{}') return;
  throw invalid('unknown_field', '', 'This request takes no body; leave it out.');
}
