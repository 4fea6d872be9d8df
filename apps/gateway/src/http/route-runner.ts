import { PartedReply, RawReply } from '@app/bus';
import { Caller } from '@app/contracts';
import { runInSpan, tracingEnabled } from '@app/observability';
import { untilDeadline } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { Idempotency } from '../admission/idempotency/idempotency';
import { jsonType } from './media-types';
import { OwnerClient } from './owner-client';
import { ReplySender, SentReply } from './reply-sender';
import { Reply, Request, RequestContext } from './request-context';
import { ForwardedRoute } from './route';

type Work = (context: RequestContext) => RawReply | Promise<RawReply | PartedReply>;

/** Runs a route and sends its reply; first it keeps the reply of a keyed request. */
@Injectable()
export class RouteRunner {
  constructor(
    private readonly owners: OwnerClient,
    private readonly idempotency: Idempotency,
    private readonly replies: ReplySender,
  ) {}

  /** Sends the reply of the route's owner, its bytes untouched. */
  forward({ to, payload }: ForwardedRoute, request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, (context) => {
      const sent = payload(context);
      // What the payload was made of need not stay in memory until the owner replies.
      request.body = undefined;
      context.bytes = undefined;
      context.body = {};
      // What is kept must be whole.
      return context.claim ? this.owners.askRaw(to, sent, context) : this.owners.askParts(to, sent, context);
    });
  }

  /**
   * Sends what `work` returns. The statements of `work` end with the request, and take connections of the share of its organization.
   * @throws the error of `work`, which `ProblemFilter` answers
   */
  run(request: Request, reply: Reply, work: Work): Promise<void> {
    return this.answer(request, reply, (context) => {
      // Nobody has signed in yet on an open route.
      const caller = context.caller as Caller | undefined;
      return untilDeadline(context.call.deadlineAtMs, caller?.organization ?? null, () => work(context));
    });
  }

  private answer(request: Request, reply: Reply, work: Work): Promise<void> {
    const { context } = request;
    const sendAnswer = async (): Promise<void> => this.send(reply, context, await work(context));
    if (!tracingEnabled()) return sendAnswer();
    const { method, path } = context.spec;
    const attributes = {
      'http.request.method': method,
      'http.route': `/v1${path}`,
      ...(context.caller && { organization: context.caller.organization }),
    };
    const header = request.headers['traceparent'];
    const traceparent = typeof header === 'string' ? header : undefined;
    return runInSpan(`${method} /v1${path}`, { kind: 'server', attributes, traceparent }, sendAnswer);
  }

  private async send(reply: Reply, context: RequestContext, answer: RawReply | PartedReply): Promise<void> {
    const { notes } = answer;
    const status = notes['status'] === undefined ? 200 : Number(notes['status']);
    const mediaType = notes['media_type'] ?? jsonType;
    if (answer instanceof PartedReply) return this.sendParts(reply, context, { status, mediaType, bytes: answer });
    const body = answer.bytes();
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (context.claim) {
      const { claim } = context;
      context.claim = null;
      const { deadlineAtMs } = context.call;
      await this.idempotency.endSucceeded(claim, { status, body: bytes }, deadlineAtMs, notes['committed_at']);
    }
    if (reply.sent || reply.raw.destroyed) return;
    await this.replies.send(reply, context, { status, mediaType, bytes });
  }

  /** The parts of a reply that nobody gets are not waited for. */
  private async sendParts(
    reply: Reply,
    context: RequestContext,
    sent: SentReply & { bytes: PartedReply },
  ): Promise<void> {
    try {
      if (reply.sent || reply.raw.destroyed) sent.bytes.drop();
      else await this.replies.send(reply, context, sent);
    } catch (error) {
      sent.bytes.drop();
      throw error;
    }
  }
}
