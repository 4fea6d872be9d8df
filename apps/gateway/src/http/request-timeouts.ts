import { CONFIG } from '@app/boot';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ErrorResponder } from './error-responder';
import { Reply, Request } from './request-context';

const checkMs = 250;

interface TimeoutSettings {
  routeTimeoutMs: number;
}

/**
 * Answers every request that takes longer than a route may (35 s [JOB-04]). Calls to owners have earlier deadlines; this
 * is for work without one. One timer checks all requests, because a timer for each would cost more.
 */
@Injectable()
export class RequestTimeouts {
  /** In order of arrival. */
  private readonly running = new Map<Request, Reply>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly responder: ErrorResponder,
    @Inject(CONFIG) private readonly settings: TimeoutSettings,
  ) {}

  add(request: Request, reply: Reply): void {
    this.running.set(request, reply);
    this.timer ??= setInterval(() => this.look(), checkMs).unref();
  }

  remove(request: Request): void {
    this.running.delete(request);
  }

  /** The timer ends with the last request: a gateway with nothing to do is not woken. */
  private look(): void {
    this.check(Date.now());
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private check(nowMs: number): void {
    for (const [request, reply] of this.running) {
      if (reply.raw.destroyed || reply.sent) {
        this.running.delete(request);
        continue;
      }
      // The requests after this one arrived later.
      if (nowMs - request.context.receivedAtMs < this.settings.routeTimeoutMs) return;
      // The client is still sending the body: `BodyReader` ends one that arrives too slowly.
      if (!request.raw.complete && request.raw.readableFlowing) continue;
      this.running.delete(request);
      this.responder.send(request, reply, timedOut());
    }
  }
}

function timedOut(): Problem {
  return new Problem('unavailable', 'The request took too long and was stopped; try again.', {}, { retryAfterS: 1 });
}
