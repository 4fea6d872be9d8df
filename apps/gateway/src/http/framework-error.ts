import { problemOf } from '@app/bus';
import { Problem } from '@app/problem';

/** Bytes that a request body may have. */
export const bodyLimitBytes = 8 * 1024 * 1024;

/** The Problem for anything thrown while a request is handled, errors of Fastify and Nest included. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const { statusCode, status, code } = (thrown ?? {}) as { statusCode?: number; status?: number; code?: string };
  switch (typeof status === 'number' ? status : statusCode) {
    case 404:
      return noRoute();
    case 413:
      return bodyTooLarge();
    case 415:
      return new Problem('invalid_request', 'Send the body as `Content-Type: application/json`.', {
        reason: 'media_type',
      });
    case 400:
    case 414:
      return new Problem('invalid_request', 'The URL or a header of the request cannot be read; correct it.', {
        reason: code === 'FST_ERR_BAD_URL' ? 'bad_encoding' : 'header',
      });
    default:
      return problemOf(thrown);
  }
}

export function noRoute(): Problem {
  return new Problem('not_found', 'There is no such route; the routes are listed at /docs.');
}

export function bodyTooLarge(limitBytes = bodyLimitBytes): Problem {
  const limit = limitBytes < bodyLimitBytes ? `${limitBytes / 1024} KiB` : '8 MiB';
  return new Problem('too_large', `The body is larger than ${limit}; send less at once.`, {
    reason: 'body_bytes',
    limit: limitBytes,
  });
}
