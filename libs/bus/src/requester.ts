import { FactMessage, Participant, RequestMessage, Service, applySubject } from '@app/contracts';
import { Metrics, inSpan } from '@app/observability';
import { Problem } from '@app/problem';
import { ErrorCode, NatsError } from 'nats';
import { Call, toHeaders } from './call';
import { BusConnection } from './connection';
import { hasFramesMark, markFrames } from './frames/announcement';
import { maxFramedBytes } from './frames/codec';
import { FrameFaults } from './frames/faults';
import { FrameAsker } from './frames/frame-asker';
import { RawReply, readReply } from './reply';
import { ReplyInboxes } from './reply-inboxes';

const encoder = new TextEncoder();

/** Sends requests to other services and waits for the reply, at most until the call's deadline. */
export class Requester {
  private readonly frames: FrameAsker;
  private readonly replies: ReplyInboxes;
  /** Requests of framed messages that wait for their replies. */
  private underWay = 0;
  /** The latest of them met others under way. */
  private metOthers = false;

  constructor(
    private readonly connection: BusConnection,
    metrics: Metrics,
  ) {
    this.replies = new ReplyInboxes(connection);
    this.frames = new FrameAsker(connection, new FrameFaults(connection.logger, metrics, 'replyFrameFaults'));
  }

  async ask<Q extends object, R extends object>(message: RequestMessage<Q, R>, query: Q, call: Call): Promise<R> {
    return (await this.askRaw(message, JSON.stringify(query), call)).json<R>();
  }

  /** `ask` with bytes on both ends, for hot paths that pass payloads through. */
  async askRaw<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: string | Uint8Array,
    call: Call,
  ): Promise<RawReply> {
    return inSpan(`ask ${message.subject}`, { kind: 'client' }, () =>
      message.framed ? this.sendTogether(message, query, call) : this.send(message, query, call),
    );
  }

  /** Asks one service that keeps a copy to apply a replicated fact at once. */
  async apply<P extends object, R extends object>(
    message: FactMessage<P>,
    service: Service,
    fact: P,
    call: Call,
  ): Promise<R> {
    const to = { subject: applySubject(message, service), to: service };
    const reply = await this.send(to, JSON.stringify(fact), call);
    return reply.json<R>();
  }

  /**
   * Sends a small request with the others of its turn to an owner that reads frames. It waits for no turn while requests
   * come one after another.
   */
  private async sendTogether(message: RequestMessage, query: string | Uint8Array, call: Call): Promise<RawReply> {
    this.underWay += 1;
    const others = this.underWay > 1;
    const expectsOthers = others || this.metOthers;
    this.metOthers = others;
    try {
      const mayJoin = expectsOthers && query.length <= maxFramedBytes && this.frames.isReadBy(message);
      const reply = mayJoin ? await this.join(message, query, call) : null;
      return reply ?? (await this.send(message, query, call, message));
    } finally {
      this.underWay -= 1;
    }
  }

  /** @returns null when the request has reached nobody and travels by itself */
  private async join(message: RequestMessage, query: string | Uint8Array, call: Call): Promise<RawReply | null> {
    if (call.leftMs <= 0) throw late(message.subject);
    try {
      return await this.frames.ask(message, query, call.hop(), call.deadlineAtMs);
    } catch (error) {
      throw translate(message.subject, error);
    }
  }

  /** @param framed the message, when its owner may read frames */
  private async send(
    { subject, to }: { subject: string; to: Participant },
    query: string | Uint8Array,
    call: Call,
    framed?: RequestMessage,
  ): Promise<RawReply> {
    const timeoutMs = call.leftMs;
    if (timeoutMs <= 0) throw late(subject);
    const data = typeof query === 'string' ? encoder.encode(query) : query;
    const asksForFrames = framed !== undefined && !this.frames.isReadBy(framed);
    try {
      const headers = toHeaders(call.hop());
      if (asksForFrames) markFrames(headers);
      const reply = await this.connection.whileUp(
        () => this.replies.request(to, subject, data, { timeoutMs, headers }),
        () => restarting('the connection to NATS is down'),
      );
      if (asksForFrames && hasFramesMark(reply.headers)) this.frames.learn(framed);
      return readReply(reply.data, reply.headers);
    } catch (error) {
      throw translate(subject, error);
    }
  }
}

function late(subject: string, cause?: unknown): Problem {
  return new Problem(
    'unavailable',
    'The request took too long; try again.',
    {},
    { retryAfterS: 1, cause: cause ?? subject },
  );
}

/** Nobody takes the request, or this process has lost its connection or is ending it. */
const passing: ReadonlySet<string> = new Set([
  ErrorCode.NoResponders,
  ErrorCode.ConnectionClosed,
  ErrorCode.ConnectionDraining,
  ErrorCode.Disconnect,
]);

function translate(subject: string, error: unknown): unknown {
  if (!(error instanceof NatsError)) return error;
  if (error.code === ErrorCode.Timeout) return late(subject, error);
  return passing.has(error.code) ? restarting(error) : error;
}

function restarting(cause: unknown): Problem {
  return new Problem(
    'unavailable',
    'A part of the service is starting or restarting; try again in a second.',
    {},
    { retryAfterS: 1, cause },
  );
}
