import { Participant } from '@app/contracts';
import { replyInboxOf } from '@app/contracts/catalogue';
import { ErrorCode, Msg, MsgHdrs, NatsError, nuid } from 'nats';
import { OwnerLost, Silence } from './beat/silence';
import { hasTellingMark, workTold } from './beat/telling';
import { BusConnection } from './connection';
import { PartAsker } from './parts/part-asker';
import { PartedReply } from './parts/parted-reply';
import { partsToken } from './parts/wire';
import { readPartsHeaders } from './reply';

/** The message that answers a request, and the reply whose body follows it in parts. */
export interface Heard {
  message: Msg;
  parted: PartedReply | null;
}

/** A request that waits for its reply. */
interface Waiting {
  resolve: (heard: Heard) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
  owner: Participant;
  /** The moment by which the request must be answered, in milliseconds since 1970. */
  deadlineAtMs: number;
  /** When something was last heard of it, or it was sent; of the clock of `Silence`. */
  heardAtMs: number;
}

/**
 * Sends single requests, and hears their replies in one inbox for each owner, in which that owner alone may publish. The
 * client's own requests share one inbox for all owners, so that each owner would need the right to publish in it.
 */
export class ReplyInboxes {
  private readonly token = nuid.next();
  private readonly byOwner = new Map<Participant, string>();
  private readonly waiting = new Map<string, Waiting>();
  private last = 0;

  constructor(
    private readonly connection: BusConnection<Participant>,
    private readonly silence: Silence,
    private readonly parts: PartAsker,
  ) {
    void connection.nc.closed().then(() => this.endAll());
  }

  /**
   * @throws NatsError when there is no reply in time, nobody takes the request, or the connection is closed; OwnerLost when
   * nothing is heard of it any more
   */
  request(
    owner: Participant,
    subject: string,
    data: Uint8Array,
    { timeoutMs, headers }: { timeoutMs: number; headers: MsgHdrs },
  ): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const reply = `${this.inboxOf(owner)}.${(this.last = (this.last + 1) >>> 0)}`;
      const timer = setTimeout(() => this.end(reply, ErrorCode.Timeout), timeoutMs);
      const deadlineAtMs = Date.now() + timeoutMs;
      this.waiting.set(reply, { resolve, reject, timer, owner, deadlineAtMs, heardAtMs: this.silence.nowMs() });
      this.silence.watch();
      try {
        this.connection.nc.publish(subject, data, { reply, headers });
      } catch (error) {
        this.take(reply)?.reject(error);
      }
    });
  }

  private inboxOf(owner: Participant): string {
    const known = this.byOwner.get(owner);
    if (known !== undefined) return known;
    const inbox = `${replyInboxOf(this.connection.service, owner)}.${this.token}`;
    // The server reads it before the request that follows on this connection.
    this.connection.nc.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (error) this.connection.logger.error({ err: error, inbox }, 'replies cannot be heard');
        else this.hear(owner, inbox, message);
      },
    });
    this.byOwner.set(owner, inbox);
    return inbox;
  }

  /** A reply that nobody waits for any more came too late. */
  private hear(owner: Participant, inbox: string, message: Msg): void {
    if (message.headers?.code === 503) return this.end(message.subject, ErrorCode.NoResponders);
    if (message.subject === `${inbox}.${partsToken}`) return this.parts.hear(inbox, message.data);
    const told = workTold(inbox, message);
    if (told) return this.note(inbox, told);
    this.silence.replies(owner, hasTellingMark(message.headers));
    const waiting = this.take(message.subject);
    const head = readPartsHeaders(message.headers);
    if (!head) return waiting?.resolve({ message, parted: null });
    const id = Number(message.subject.slice(inbox.length + 1));
    const deadlineAtMs = waiting?.deadlineAtMs ?? 0;
    const parted = this.parts.open({ inbox, id, owner, deadlineAtMs }, head.parts, head.notes);
    if (waiting) waiting.resolve({ message, parted });
    else parted.drop();
  }

  private note(inbox: string, ids: readonly number[]): void {
    for (const id of ids) {
      const waiting = this.waiting.get(`${inbox}.${id}`);
      if (waiting) waiting.heardAtMs = this.silence.nowMs();
      else this.parts.note(inbox, id);
    }
  }

  /** Ends the requests of which nothing will be heard. @returns how many go on waiting */
  endSilent(): number {
    for (const [reply, { owner, heardAtMs }] of this.waiting)
      if (this.silence.isSilent(owner, heardAtMs)) this.take(reply)?.reject(new OwnerLost());
    return this.waiting.size;
  }

  private end(reply: string, code: ErrorCode): void {
    this.take(reply)?.reject(NatsError.errorForCode(code));
  }

  private take(reply: string): Waiting | undefined {
    const waiting = this.waiting.get(reply);
    if (!waiting) return undefined;
    this.waiting.delete(reply);
    clearTimeout(waiting.timer);
    return waiting;
  }

  private endAll(): void {
    for (const reply of [...this.waiting.keys()]) this.end(reply, ErrorCode.ConnectionClosed);
  }
}
