import { Participant, RequestMessage, framesSubject } from '@app/contracts';
import { frameInboxOf } from '@app/contracts/catalogue';
import { currentTraceparent } from '@app/observability';
import { ErrorCode, Msg, NatsError, nuid } from 'nats';
import { Call, toHead } from '../call';
import { OwnerLost, Silence } from '../beat/silence';
import { tellingReplies, workTold } from '../beat/telling';
import { BusConnection } from '../connection';
import { PartAsker } from '../parts/part-asker';
import { PartedReply } from '../parts/parted-reply';
import { partsToken } from '../parts/wire';
import { RawReply, readFramedReply } from '../reply';
import { OutgoingEntry, decodeFrame, encodeFrame, outgoing, packFrames } from './codec';
import { FrameFaults } from './faults';
import { Pending, PendingRequests } from './pending';
import { SentFrame, SentFrames } from './sent-frames';

type Destination = Pick<RequestMessage, 'subject' | 'to'>;

/** A request that waits for the end of its turn. */
interface Joined {
  call: Call;
  deadlineAtMs: number;
  traceparent: string | undefined;
  body: string | Uint8Array;
  resolve: Pending['resolve'];
  reject: Pending['reject'];
}

/**
 * Sends the requests of one turn of the event loop to one owner as one message. Each keeps its caller, its deadline, its
 * trace and its error.
 */
export class FrameAsker {
  /** Subjects whose owners read frames. */
  private readonly readers = new Set<string>();
  private readonly inboxes = new Map<Participant, string>();
  private readonly pending = new PendingRequests((pending) =>
    this.end(pending, NatsError.errorForCode(ErrorCode.Timeout)),
  );
  private readonly sent = new SentFrames();
  private turn = new Map<string, { to: Destination; joined: Joined[] }>();
  private readonly inboxToken = nuid.next();

  constructor(
    private readonly connection: BusConnection<Participant>,
    private readonly faults: FrameFaults,
    private readonly silence: Silence,
    private readonly parts: PartAsker,
  ) {
    connection.onLost(() => {
      for (const pending of this.pending.takeAll()) this.end(pending, NatsError.errorForCode(ErrorCode.Disconnect));
    });
  }

  /** Whether the owner of this message has announced that it reads frames of it. */
  isReadBy({ subject }: Destination): boolean {
    return this.readers.has(subject);
  }

  /** The owner of this message has announced that it reads frames of it. */
  learn({ subject, to }: Destination): void {
    this.readers.add(subject);
    if (this.inboxes.has(to)) return;
    const inbox = `${frameInboxOf(this.connection.service, to)}.${this.inboxToken}`;
    this.inboxes.set(to, inbox);
    this.connection.nc.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (error) this.faults.count(inbox, error);
        else this.hear(to, inbox, message);
      },
    });
  }

  /**
   * Sends a request together with the others of this turn.
   * @param call as the owner gets it
   * @param deadlineAtMs until when the reply is waited for
   * @returns null when the request is alone in its turn, or no owner reads frames any more: it has reached nobody, and
   * travels by itself
   * @throws Problem of the owner; NatsError when there is no reply in time or no connection; OwnerLost when nothing is heard
   * of it any more
   */
  ask(
    to: Destination,
    body: string | Uint8Array,
    call: Call,
    deadlineAtMs: number,
  ): Promise<RawReply | PartedReply | null> {
    return new Promise((resolve, reject) => {
      const traceparent = currentTraceparent() ?? call.traceparent;
      const request: Joined = { call, deadlineAtMs, traceparent, body, resolve, reject };
      const others = this.turn.get(to.subject);
      if (others) {
        others.joined.push(request);
        return;
      }
      if (this.turn.size === 0) setImmediate(() => this.endTurn());
      this.turn.set(to.subject, { to, joined: [request] });
    });
  }

  private endTurn(): void {
    const { turn } = this;
    this.turn = new Map();
    for (const { to, joined } of turn.values()) {
      if (joined.length === 1) joined[0].resolve(null);
      else this.sendAll(to, joined);
    }
  }

  private sendAll(to: Destination, joined: Joined[]): void {
    const isOpen = this.readers.has(to.subject) && !this.connection.isLost;
    let next = 0;
    const entries = joined.map(({ call, traceparent, body }) => outgoing(0, toHead(call, traceparent), body));
    for (const entriesOfFrame of packFrames(entries)) {
      const requests = joined.slice(next, (next += entriesOfFrame.length));
      const frame = isOpen && requests.length > 1 ? this.sent.open(to) : null;
      if (frame) this.send(to, frame, requests, entriesOfFrame);
      else requests.forEach(({ resolve }) => resolve(null));
    }
  }

  private send(to: Destination, frame: SentFrame, requests: Joined[], entries: OutgoingEntry[]): void {
    requests.forEach(({ deadlineAtMs, resolve, reject }, i) => {
      entries[i].id = this.pending.add({ frame, deadlineAtMs, heardAtMs: this.silence.nowMs(), resolve, reject });
    });
    this.silence.watch();
    frame.ids = entries.map(({ id }) => id);
    frame.waiting = frame.ids.length;
    try {
      const reply = `${this.inboxes.get(to.to)}.${frame.token}`;
      this.connection.nc.publish(framesSubject(to), encodeFrame('requests', entries), { reply });
    } catch (error) {
      for (const pending of this.takeAll(frame)) this.end(pending, error);
    }
  }

  /** Ends the requests of which nothing will be heard. @returns how many go on waiting */
  endSilent(): number {
    const isSilent = ({ frame, heardAtMs }: Pending): boolean => this.silence.isSilent(frame.to, heardAtMs);
    for (const pending of this.pending.takeWhere(isSilent)) this.end(pending, new OwnerLost());
    return this.pending.size;
  }

  private hear(owner: Participant, inbox: string, message: Msg): void {
    if (message.headers?.code === 503) {
      this.returnFrame(Number(message.subject.slice(inbox.length + 1)));
      return;
    }
    if (message.subject === `${inbox}.${partsToken}`) return this.parts.hear(inbox, message.data);
    const told = workTold(inbox, message);
    if (told) return this.note(inbox, told);
    const entries = decodeFrame('replies', message.data);
    if (!entries) {
      this.faults.count(inbox);
      return;
    }
    this.silence.replies(owner, message.subject.endsWith(`.${tellingReplies}`));
    for (const { id, head, body } of entries) {
      const pending = this.pending.take(id);
      // Its deadline may have passed.
      if (pending) this.sent.confirm(pending.frame);
      const deadlineAtMs = pending?.deadlineAtMs ?? 0;
      try {
        const reply = readFramedReply(head, body, (parts, notes) =>
          this.parts.open({ inbox, id, owner, deadlineAtMs }, parts, notes),
        );
        if (pending) pending.resolve(reply);
        else if (reply instanceof PartedReply) reply.drop();
      } catch (error) {
        pending?.reject(error);
      }
    }
  }

  /** An owner has these requests under way. */
  private note(inbox: string, ids: readonly number[]): void {
    for (const id of ids) {
      const pending = this.pending.get(id);
      if (!pending) {
        this.parts.note(inbox, id);
        continue;
      }
      this.sent.confirm(pending.frame);
      pending.heardAtMs = this.silence.nowMs();
    }
  }

  /** Nobody took a frame: its requests travel by themselves, and so do later ones until an owner reads frames again. */
  private returnFrame(token: number): void {
    const frame = this.sent.refused(token);
    if (!frame) return;
    this.readers.delete(frame.subject);
    for (const pending of this.takeAll(frame)) pending.resolve(null);
  }

  private takeAll({ ids }: SentFrame): Pending[] {
    return ids.flatMap((id) => this.pending.take(id) ?? []);
  }

  private end(pending: Pending, cause: unknown): void {
    this.sent.abandon(pending.frame);
    pending.reject(cause);
  }
}
