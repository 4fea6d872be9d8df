import { applySubject } from '@app/contracts';
import { busMetrics } from '@app/metrics';
import { Logger, Metrics, runInSpan } from '@app/observability';
import { untilDeadline } from '@app/persistence';
import { Problem, fullOf, kindOf } from '@app/problem';
import { ErrorCode, Msg, NatsError } from 'nats';
import { BusConnection, payloadLimitBytes } from './connection';
import { tellWork } from './beat/telling';
import { WorkUnderWay } from './beat/work-under-way';
import { Call } from './call';
import { hasFramesMark } from './frames/announcement';
import { FrameServer } from './frames/frame-server';
import { Listener } from './listeners';
import { bytesOf } from './parts/body';
import { OutgoingReply } from './parts/outgoing';
import { PartSender } from './parts/part-sender';
import { maxReplyBytes } from './parts/wire';
import { RawReply, levelOf, problemOf } from './reply';
import { IncomingRequest, requestOf } from './request';
import { Handling, Applying } from './table';

const applyMaxConcurrent = 64;
/** Kept of a message for what stands beside the body of a reply. */
const besideBodyBytes = 1024;

/** Serves requests: a limited number per subject, none past its deadline, and drained before the process ends. */
export class RequestServer {
  private readonly listeners: Listener[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly seconds;
  private readonly frames: FrameServer;
  private readonly parts: PartSender;
  private readonly told = new WorkUnderWay((inbox, ids) => tellWork(this.connection, inbox, ids));

  constructor(
    private readonly connection: BusConnection,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.seconds = metrics.histogram(busMetrics.requestDuration);
    this.frames = new FrameServer(connection, logger, metrics);
    this.parts = new PartSender(connection, metrics);
  }

  serve(entry: Handling | Applying): void {
    const subject =
      entry.kind === 'handle' ? entry.message.subject : applySubject(entry.message, this.connection.service);
    const maxConcurrent = entry.kind === 'handle' ? entry.message.maxConcurrent : applyMaxConcurrent;
    let running = 0;
    const take = (request: IncomingRequest): void => {
      if (running >= maxConcurrent) {
        request.refuse(fullOf(subject, 'Too many requests of this kind are under way; try again in a second.', 1));
        return;
      }
      running++;
      const leave = once(() => running--);
      const work = this.answer(entry, subject, request, leave).finally(() => {
        leave();
        this.underWay.delete(work);
      });
      this.underWay.add(work);
    };
    const readsFrames =
      entry.kind === 'handle' && entry.message.framed ? this.frames.listen(entry.message, take) : () => false;
    const hear = (message: Msg): void => take(requestOf(message, hasFramesMark(message.headers) && readsFrames()));
    this.listeners.push(this.connection.listeners.listen(subject, hear, this.connection.service));
  }

  /** Waits until a call may make a large reply; it may until it is answered. @throws Problem `unavailable` */
  waitForRoom(call: Call, most?: number): Promise<void> {
    return this.parts.waitForRoom(call, most);
  }

  /** Takes no new request and waits for those under way. */
  async drain(): Promise<void> {
    await Promise.all([this.frames.drain(), ...this.listeners.map((listener) => listener.drain())]);
    await Promise.all(this.underWay);
    this.frames.flush();
  }

  /** @param leave is called when the work is done, also while parts of the reply have still to leave */
  private async answer(
    entry: Handling | Applying,
    subject: string,
    request: IncomingRequest,
    leave: () => void,
  ): Promise<void> {
    const startedAt = performance.now();
    let outcome = 'ok';
    let end = (): void => undefined;
    try {
      const call = this.callOf(request, subject);
      if (call?.wantsBeats && request.place) end = this.told.begin(request.place);
      await runInSpan(`answer ${subject}`, { kind: 'server', traceparent: call?.traceparent }, () =>
        this.reply(entry, subject, request, call, leave),
      );
    } catch (error) {
      outcome = kindOf(error);
      request.refuse(problemOf(error));
    } finally {
      end();
    }
    this.seconds.observe({ subject, outcome }, (performance.now() - startedAt) / 1000);
  }

  /** @throws SyntaxError, or Error when what came is no call */
  private callOf(request: IncomingRequest, subject: string): Call | null {
    try {
      return request.call();
    } catch (error) {
      this.log(error, subject);
      throw error;
    }
  }

  /** It logs a failure itself: inside of the request's span the line carries the trace id. */
  private async reply(
    entry: Handling | Applying,
    subject: string,
    request: IncomingRequest,
    call: Call | null,
    leave: () => void,
  ): Promise<void> {
    try {
      if (!call) throw new Problem('forbidden', 'A request carries the header `Call`; send it through the requester.');
      if (call.leftMs <= 0)
        throw new Problem('unavailable', 'The request arrived after its deadline; try again.', {}, { retryAfterS: 1 });
      const reply = await untilDeadline(call.deadlineAtMs, call.caller?.organization ?? null, () =>
        this.run(entry, request.data, call),
      );
      leave();
      await this.send(request, call, reply instanceof RawReply ? reply : new RawReply(JSON.stringify(reply)));
    } catch (error) {
      this.log(error, subject);
      throw error;
    } finally {
      if (call) this.parts.made(call);
    }
  }

  /** Sends a reply, a large one in parts to those who understand them. @throws NatsError when it is larger than a reply may be */
  private async send(request: IncomingRequest, call: Call, { body, notes }: RawReply): Promise<void> {
    const { place } = request;
    const bytes = bytesOf(body);
    if (bytes > payloadLimitBytes) throw NatsError.errorForCode(ErrorCode.MaxPayloadExceeded);
    const isSmall = bytes <= maxReplyBytes - besideBodyBytes;
    const organization = call.caller?.organization ?? null;
    if (isSmall || !call.takesParts || place === null) {
      this.parts.note(organization);
      return request.reply(body, notes);
    }
    const reply = new OutgoingReply(place, organization, body, call.deadlineAtMs, performance.now());
    const sent = this.parts.send(reply, (parts) => request.begin(parts, notes));
    // It counts by its bytes from here on.
    this.parts.made(call);
    await sent;
  }

  private log(error: unknown, subject: string): void {
    this.logger[levelOf(error)]({ err: error, subject }, 'a request was refused');
  }

  private run(entry: Handling | Applying, data: Uint8Array, call: Call): Promise<object | RawReply> {
    const query: unknown = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'));
    return entry.kind === 'handle' ? entry.work(query, call, data) : entry.work(query, call);
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
