import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import { Idempotency } from '../admission/idempotency/idempotency';
import { ErrorResponder } from './error-responder';
import { toProblem } from './framework-error';
import { Reply, Request } from './request-context';

/** Answers every error of a hook, a forwarded route or a controller, after it has given a keyed request's claim back. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly responder: ErrorResponder,
    private readonly idempotency: Idempotency,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const { context } = request;
    if (context?.claim) {
      const { claim } = context;
      context.claim = null;
      await this.idempotency.endFailed(claim, toProblem(thrown));
    }
    this.responder.send(request, http.getResponse<Reply>(), thrown);
  }
}
