import { LOGGER } from '@app/boot';
import { levelOf } from '@app/bus';
import type { Logger } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { toProblem } from './framework-error';
import { jsonType } from './media-types';
import { Reply, Request } from './request-context';
import { requestIdHeader } from './request-id';

/** Answers with the error envelope and logs why. The reply to a defect shows its request id and nothing else. */
@Injectable()
export class ErrorResponder {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  send(request: Request, reply: Reply, thrown: unknown): void {
    const problem = this.logged(request, thrown);
    if (reply.sent || reply.raw.headersSent) return;
    // A request that Fastify itself refuses has passed no hook.
    reply.header(requestIdHeader, request.id);
    const retryAfterS = problem.retryAfterS ?? (problem.status === 503 ? 1 : undefined);
    // Fastify closes the connection of a refused body. Closed while the client still sends, it would lose this reply.
    if (retryAfterS !== undefined)
      reply.removeHeader('connection').header('retry-after', String(Math.max(1, Math.ceil(retryAfterS))));
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
    reply.code(problem.status).header('content-type', jsonType).send(JSON.stringify(problem.toEnvelope()));
  }

  /** @returns the Problem that the client may see */
  private logged({ context, id }: Request, thrown: unknown): Problem {
    const problem = toProblem(thrown);
    const route = context?.spec.path;
    const actor = context?.caller?.actor;
    if (problem.code === 'internal') {
      this.logger.error({ err: thrown, request_id: id, route, actor }, 'a request failed');
      return new Problem('internal', 'Something went wrong on our side; if it happens again, tell us the request id.', {
        request_id: id,
      });
    }
    const err = problem.kind === 'unavailable' ? thrown : undefined;
    const line = { request_id: id, code: problem.code, details: problem.details, route, actor, err };
    this.logger[levelOf(problem)](line, 'refused');
    return problem;
  }
}
