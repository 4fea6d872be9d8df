import { Problem } from '@app/problem';
import { Reply, Request } from './request-context';
import { ErrorResponder } from './error-responder';

const lookMs = 250;

/**
 * Stops every route that has not answered in time (35 s [JOB-04]). Calls have earlier deadlines of their own;
 * this is for whatever has none. One timer for all: a timer a request would cost more than the look.
 */
export class RequestTimeouts {
  private readonly running = new Map<Request, Reply>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly refusals: ErrorResponder,
    private readonly limitMs: number,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.look(Date.now()), lookMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  add(request: Request, reply: Reply): void {
    this.running.set(request, reply);
  }

  remove(request: Request): void {
    this.running.delete(request);
  }

  private look(nowMs: number): void {
    // In order of arrival: the first that is young ends the look.
    for (const [request, reply] of this.running) {
      if (reply.raw.destroyed || reply.sent) {
        this.running.delete(request);
        continue;
      }
      if (nowMs - request.asked.cameAtMs < this.limitMs) return;
      // Its body is being read and has not come: the server itself cuts what comes too slowly, with 408.
      if (!request.raw.complete && request.raw.readableFlowing) continue;
      this.running.delete(request);
      this.refusals.send(request, reply, tooLate());
    }
  }
}

function tooLate(): Problem {
  return new Problem('unavailable', 'The request took too long and was stopped; try again.', {}, { retryAfterS: 1 });
}
