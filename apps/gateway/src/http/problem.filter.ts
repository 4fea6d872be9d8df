import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import { Idempotency } from '../idempotency/idempotency.service';
import { Reply, Request } from './request-context';
import { ErrorResponder, toProblem } from './error-responder';

/** Everything thrown on the way of a request ends here, hooks and handlers alike. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly refusals: ErrorResponder,
    private readonly idempotency: Idempotency,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const { asked } = request;
    if (asked?.claim) {
      const { claim } = asked;
      asked.claim = null;
      await this.idempotency.failed(claim, toProblem(thrown));
    }
    this.refusals.send(request, http.getResponse<Reply>(), thrown);
  }
}
