import { Bus, Call, RawReply } from '@app/bus';
import { RequestMessage } from '@app/contracts';
import { inSpan, tracingEnabled } from '@app/observability';
import { Problem } from '@app/problem';
import { Idempotency } from '../idempotency/idempotency.service';
import { RequestContext, Reply, Request } from './request-context';
import { jsonType } from './error-responder';

/** What is left of a route's time for the way back. */
const wayBackMs = 2000;
/** A change that must not happen late begins within this time of its request [JOB-03]. */
const beginByMs = 25_000;

/** Asks owners for a client and answers it: bytes of a reply pass through untouched. */
export class OwnerClient {
  constructor(
    private readonly bus: Bus,
    private readonly idempotency: Idempotency,
    private readonly routeTimeoutMs: number,
  ) {}

  /** One request to an owner is the whole answer. */
  forward<Q extends object, R extends object>(
    request: Request,
    reply: Reply,
    message: RequestMessage<Q, R>,
    query: Q | string | Uint8Array,
  ): Promise<void> {
    return this.run(request, reply, async (asked) => this.askRaw(message, query, asked));
  }

  /** Work of this gateway, or over several owners. */
  run(request: Request, reply: Reply, work: (asked: RequestContext) => Promise<RawReply>): Promise<void> {
    const { asked } = request;
    const answered = async (): Promise<void> => this.answer(reply, asked, await work(asked));
    if (!tracingEnabled()) return answered();
    const { method, path } = asked.spec;
    const attributes = {
      'http.request.method': method,
      'http.route': `/v1${path}`,
      organization: asked.caller.organization,
    };
    const traceparent = request.headers['traceparent'];
    return inSpan(
      `${method} /v1${path}`,
      { kind: 'server', attributes, traceparent: typeof traceparent === 'string' ? traceparent : undefined },
      answered,
    );
  }

  /** @throws Problem of the owner; its bound reads `unavailable`, since the client is within its limits */
  async askRaw<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: Q | string | Uint8Array,
    asked: RequestContext,
  ): Promise<RawReply> {
    const bytes = typeof query === 'string' || query instanceof Uint8Array ? query : JSON.stringify(query);
    try {
      return await this.bus.requester.askRaw(message, bytes, this.callOf(asked));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
      throw new Problem(
        'unavailable',
        'A part of the service is busy; try again shortly.',
        {},
        { retryAfterS: error.retryAfterS ?? 1, cause: error },
      );
    }
  }

  async ask<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: Q,
    asked: RequestContext,
  ): Promise<R> {
    return (await this.askRaw(message, query, asked)).json<R>();
  }

  /** What a request asks of an owner, or of the gateway itself. */
  callOf(asked: RequestContext): Call {
    const deadlineAtMs = asked.cameAtMs + this.routeTimeoutMs - Math.min(wayBackMs, this.routeTimeoutMs / 10);
    const beginBy = asked.spec.beginBy ? Math.min(deadlineAtMs, asked.cameAtMs + beginByMs) : undefined;
    return new Call(deadlineAtMs, asked.caller, asked.claim?.effectId, beginBy);
  }

  private async answer(reply: Reply, asked: RequestContext, { body, notes }: RawReply): Promise<void> {
    const status = notes['status'] === undefined ? 200 : Number(notes['status']);
    const bytes =
      typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (asked.claim) {
      const { claim } = asked;
      asked.claim = null;
      await this.idempotency.succeeded(claim, status, bytes, notes['committed_at']);
    }
    if (reply.sent || reply.raw.destroyed) return;
    reply
      .code(status)
      .header('content-type', notes['media_type'] ?? jsonType)
      .send(bytes);
  }
}
