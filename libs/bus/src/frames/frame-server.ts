import { RequestMessage, framesSubject } from '@app/contracts';
import { frameInboxOf } from '@app/contracts/catalogue';
import { busMetrics } from '@app/metrics';
import { Logger, Metrics } from '@app/observability';
import { Problem } from '@app/problem';
import { Msg } from 'nats';
import { fromHead } from '../call';
import { BusConnection } from '../connection';
import { Pieces } from '../parts/body';
import { problemHead, replyHead } from '../reply';
import { IncomingRequest } from '../request';
import { FrameEntry, decodeFrame } from './codec';
import { FrameFaults } from './faults';
import { FrameListener } from './frame-listener';
import { FrameReplies } from './frame-replies';

/** Takes frames of requests apart and hands on each request, as if it had come by itself. */
export class FrameServer {
  private readonly listeners: FrameListener[] = [];
  private readonly replies: FrameReplies;
  private readonly faults: FrameFaults;
  private readonly frames;
  private readonly requests;

  constructor(
    private readonly connection: BusConnection,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.faults = new FrameFaults(logger, metrics, 'requestFrameFaults');
    this.replies = new FrameReplies(connection, this.faults);
    this.frames = metrics.counter(busMetrics.frames);
    this.requests = metrics.counter(busMetrics.framedRequests);
  }

  /** @returns whether frames of this message arrive here now, so that askers may be told to send them */
  listen(message: RequestMessage, take: (request: IncomingRequest) => void): () => boolean {
    const listener = new FrameListener(this.connection, framesSubject(message), this.logger, (frame) =>
      this.open(message, frame).forEach(take),
    );
    this.listeners.push(listener);
    return () => listener.isOpen;
  }

  /** Takes no new frame. */
  async drain(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.drain()));
  }

  /** Sends the replies that wait for the end of the turn. */
  flush(): void {
    this.replies.flush();
  }

  private open({ subject, from }: RequestMessage, { data, reply = '' }: Msg): IncomingRequest[] {
    const inbox = reply.slice(0, reply.lastIndexOf('.'));
    const isKnown = from.some((asker) => inbox.startsWith(`${frameInboxOf(asker, this.connection.service)}.`));
    const entries = isKnown ? decodeFrame('requests', data) : null;
    if (!entries) {
      this.faults.count(subject);
      return [];
    }
    this.frames.inc({ subject });
    this.requests.inc({ subject }, entries.length);
    return entries.map((entry) => this.requestOf(inbox, entry));
  }

  private requestOf(inbox: string, { id, head, body }: FrameEntry): IncomingRequest {
    return {
      data: body,
      place: { inbox, id },
      call: () => fromHead(head),
      reply: (body, notes) => {
        const bytes = body instanceof Pieces ? body.joined() : body;
        this.replies.add(inbox, id, replyHead(notes), bytes);
      },
      begin: (parts, notes) => this.replies.add(inbox, id, replyHead(notes, parts), ''),
      refuse: (problem: Problem) =>
        this.replies.add(inbox, id, problemHead(problem), JSON.stringify(problem.toEnvelope())),
    };
  }
}
