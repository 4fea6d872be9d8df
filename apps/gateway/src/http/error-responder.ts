import { levelOf, problemOf } from '@app/bus';
import { Logger } from '@app/observability';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Reply, Request } from './request-context';

export const jsonType = 'application/json; charset=utf-8';

/** What the framework's own errors mean in our words. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const { statusCode, status, code } = (thrown ?? {}) as { statusCode?: number; status?: number; code?: string };
  switch (typeof status === 'number' ? status : statusCode) {
    case 404:
      return noRoute();
    case 413:
      return new Problem('too_large', 'The body is larger than 8 MiB.', {
        reason: 'body_bytes',
        limit: 8 * 1024 * 1024,
      });
    case 415:
      return new Problem('invalid_request', 'Send the body as `Content-Type: application/json`.', {
        reason: 'media_type',
      });
    case 400:
    case 414:
      return new Problem('invalid_request', 'The request cannot be read.', {
        reason: code === 'FST_ERR_BAD_URL' ? 'bad_encoding' : 'header',
      });
    default:
      return problemOf(thrown);
  }
}

export function noRoute(): Problem {
  return new Problem('not_found', 'There is no such route; the routes are listed at /docs.');
}

/** Answers in the error envelope; a defect tells its request id and nothing else. */
export class ErrorResponder {
  constructor(private readonly logger: Logger) {}

  send(request: Request, reply: Reply, thrown: unknown): void {
    let problem = toProblem(thrown);
    const route = request.asked?.spec.path;
    const actor = request.asked?.caller?.actor;
    if (problem.code === 'internal') {
      const requestId = newId('msg').replace('msg', 'req');
      this.logger.error({ err: thrown, request_id: requestId, route, actor }, 'a request failed');
      problem = new Problem('internal', 'Something went wrong on our side; tell us the request id if it lasts.', {
        request_id: requestId,
      });
    } else {
      const err = problem.kind === 'unavailable' ? thrown : undefined;
      this.logger[levelOf(problem)]({ code: problem.code, details: problem.details, route, actor, err }, 'refused');
    }
    if (reply.sent || reply.raw.headersSent) return;
    const retryAfterS = problem.retryAfterS ?? (problem.status === 503 ? 1 : undefined);
    if (retryAfterS !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterS))));
    reply.code(problem.status).header('content-type', jsonType).send(JSON.stringify(problem.toEnvelope()));
  }
}
