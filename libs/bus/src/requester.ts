import { FactMessage, Participant, RequestMessage, Service, applySubject, mayRepeat } from '@app/contracts';
import { busMetrics } from '@app/metrics';
import { Metrics, runInSpan } from '@app/observability';
import { Problem } from '@app/problem';
import { ErrorCode, NatsError } from 'nats';
import { OwnerLost, Silence } from './beat/silence';
import { RepeatOptions, repeat } from './beat/repeat';
import { Call, toHeaders } from './call';
import { BusConnection } from './connection';
import { hasFramesMark, markFrames } from './frames/announcement';
import { maxFramedBytes } from './frames/codec';
import { FrameFaults } from './frames/faults';
import { FrameAsker } from './frames/frame-asker';
import { PartAsker } from './parts/part-asker';
import { PartedReply } from './parts/parted-reply';
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
  private readonly repeated;

  constructor(
    private readonly connection: BusConnection<Participant>,
    metrics: Metrics,
  ) {
    const endSilent = (): number => this.replies.endSilent() + this.frames.endSilent() + parts.endSilent();
    const silence = new Silence(endSilent, () => connection.connected);
    connection.onBack(() => silence.listenAgain());
    const parts = new PartAsker(connection, silence);
    const faults = new FrameFaults(connection.logger, metrics, 'replyFrameFaults');
    this.replies = new ReplyInboxes(connection, silence, parts);
    this.frames = new FrameAsker(connection, faults, silence, parts);
    this.repeated = metrics.counter(busMetrics.repeatedRequests);
  }

  async ask<Q extends object, R extends object>(message: RequestMessage<Q, R>, query: Q, call: Call): Promise<R> {
    return (await this.askRaw(message, JSON.stringify(query), call)).json<R>();
  }

  /**
   * `ask` with bytes on both ends, for hot paths that pass payloads through. A request whose owner ends meanwhile is sent
   * again when that changes nothing twice.
   */
  askRaw<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: string | Uint8Array,
    call: Call,
  ): Promise<RawReply> {
    return this.runAsk(message, call, async () => readWhole(await this.sendOnce(message, query, call)));
  }

  /** `askRaw` for who takes a large reply in parts as they arrive. What fails after its beginning is not sent again. */
  askParts<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: string | Uint8Array,
    call: Call,
  ): Promise<RawReply | PartedReply> {
    return this.runAsk(message, call, () => this.sendOnce(message, query, call));
  }

  private runAsk<T>(message: RequestMessage, call: Call, send: () => Promise<T>): Promise<T> {
    // The gateway gives an effect id to requests whose owners keep the outcome under it.
    const isKept = this.connection.service === 'gateway' && call.effectId !== undefined;
    return runInSpan(`ask ${message.subject}`, { kind: 'client' }, () =>
      this.sendUntilHeard(message.subject, { call, mayRepeat: isKept || mayRepeat(message) }, send),
    );
  }

  private sendOnce(message: RequestMessage, query: string | Uint8Array, call: Call): Promise<RawReply | PartedReply> {
    return message.framed ? this.sendTogether(message, query, call) : this.send(message, query, call);
  }

  /** Asks one service that keeps a copy to apply a replicated fact at once. */
  async apply<P extends object, R extends object>(
    message: FactMessage<P>,
    service: Service,
    fact: P,
    call: Call,
  ): Promise<R> {
    const to = { subject: applySubject(message, service), to: service };
    const body = JSON.stringify(fact);
    const send = async (): Promise<RawReply> => readWhole(await this.send(to, body, call));
    const reply = await this.sendUntilHeard(to.subject, { call, mayRepeat: true }, send);
    return reply.json<R>();
  }

  /** @throws Problem of the owner; `unavailable` when there is no reply in time, or none to be had */
  private async sendUntilHeard<T>(
    subject: string,
    { call, mayRepeat }: Pick<RepeatOptions, 'call' | 'mayRepeat'>,
    send: () => Promise<T>,
  ): Promise<T> {
    try {
      return await repeat({ call, mayRepeat, onRepeat: () => this.repeated.inc({ subject }) }, send);
    } catch (error) {
      throw translate(subject, error);
    }
  }

  /**
   * Sends a small request with the others of its turn to an owner that reads frames. It waits for no turn while requests
   * come one after another.
   */
  private async sendTogether(
    message: RequestMessage,
    query: string | Uint8Array,
    call: Call,
  ): Promise<RawReply | PartedReply> {
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
  private async join(
    message: RequestMessage,
    query: string | Uint8Array,
    call: Call,
  ): Promise<RawReply | PartedReply | null> {
    if (call.leftMs <= 0) throw late(message.subject);
    return this.frames.ask(message, query, call.hop(), call.deadlineAtMs);
  }

  /** @param framed the message, when its owner may read frames */
  private async send(
    { subject, to }: { subject: string; to: Participant },
    query: string | Uint8Array,
    call: Call,
    framed?: RequestMessage,
  ): Promise<RawReply | PartedReply> {
    const timeoutMs = call.leftMs;
    if (timeoutMs <= 0) throw late(subject);
    const data = typeof query === 'string' ? encoder.encode(query) : query;
    const asksForFrames = framed !== undefined && !this.frames.isReadBy(framed);
    // It is not sent, so nobody needs to ask what became of it.
    if (this.connection.isLost) throw NatsError.errorForCode(ErrorCode.NoResponders);
    const headers = toHeaders(call.hop());
    if (asksForFrames) markFrames(headers);
    const { message, parted } = await this.connection.runWhileUp(
      () => this.replies.request(to, subject, data, { timeoutMs, headers }),
      () => NatsError.errorForCode(ErrorCode.Disconnect),
    );
    if (asksForFrames && hasFramesMark(message.headers)) this.frames.learn(framed);
    return parted ?? readReply(message.data, message.headers);
  }
}

function readWhole(reply: RawReply | PartedReply): RawReply | Promise<RawReply> {
  return reply instanceof PartedReply ? reply.readWhole() : reply;
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
  if (error instanceof OwnerLost) return restarting(error);
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
