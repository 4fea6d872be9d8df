import { creditInboxOf } from '@app/contracts/catalogue';
import { busMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { nuid } from 'nats';
import { Call } from '../call';
import { BusConnection } from '../connection';
import { OutgoingReply } from './outgoing';
import { PartTurns } from './part-turns';
import { ReplyRoom } from './reply-room';
import { PartsHead, partsToken, readCredit } from './wire';

const lookEveryMs = 500;
/** Kept of a call's deadline, so that a refusal that a look finds still reaches the asker; milliseconds. */
const refusalMs = 2 * lookEveryMs;

/**
 * Sends replies in parts. One part leaves in a turn of the event loop, so that whatever else waits goes between, and a
 * reply waits while its asker has not got what was sent before.
 */
export class PartSender {
  private readonly replies = new Map<number, OutgoingReply>();
  private readonly turns = new PartTurns();
  private readonly token = nuid.next();
  private last = 0;
  private readonly rooms = new ReplyRoom({ held: (organization) => this.held(organization) });
  private isListening = false;
  private isScheduled = false;
  /** Wakes what waits for its pace. */
  private later: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;

  private readonly parts;

  constructor(
    private readonly connection: BusConnection,
    metrics: Metrics,
  ) {
    this.parts = metrics.counter(busMetrics.replyParts);
  }

  /**
   * Sends a reply.
   * @param begin sends its first message, at once or at the end of this turn
   * @returns when all has left, or the asker wants or hears no more of it; never an error
   */
  async send(reply: OutgoingReply, begin: (head: PartsHead) => void): Promise<void> {
    this.listen();
    const number = (this.last = (this.last + 1) >>> 0);
    this.replies.set(number, reply);
    this.lookRegularly();
    try {
      begin({ bytes: reply.bytes, token: this.token, reply: number });
      // Parts follow the first message, which may leave at the end of this turn only.
      setImmediate(() => {
        this.turns.join(reply);
        this.schedule();
      });
      await reply.ended;
    } finally {
      this.replies.delete(number);
      this.turns.leave(reply);
      this.rooms.letIn();
      this.schedule();
    }
  }

  /**
   * Waits until `call` may make a large reply, so that a process holds little more of an organization than what its replies
   * under way may have. The call counts as one that makes a reply until `made`.
   * @param call whose organization is known
   * @param most calls of the organization that make a large reply at once
   * @throws Problem `unavailable` when that is not so a second before its deadline
   */
  waitForRoom(call: Call, most?: number): Promise<void> {
    this.lookRegularly();
    return this.rooms.enter(call, call.who.organization, call.deadlineAtMs - refusalMs, most);
  }

  /** The reply of a call has begun to leave, or there is none. */
  made(call: Call): void {
    this.rooms.leave(call);
  }

  private held(organization?: string): number {
    let bytes = 0;
    for (const reply of this.replies.values())
      if (organization === undefined || reply.organization === organization) bytes += reply.held;
    return bytes;
  }

  /** A request is answered, for the pace of parts. */
  note(organization: string | null): void {
    this.turns.note(organization, performance.now());
    if (this.replies.size > 0) this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    clearTimeout(this.later);
    const waitMs = this.turns.waitMs(performance.now());
    if (waitMs === Infinity) return;
    if (waitMs > 0) {
      this.later = setTimeout(() => this.schedule(), waitMs);
      return;
    }
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.sendOne();
      this.schedule();
    });
  }

  private sendOne(): void {
    const reply = this.turns.next(performance.now());
    if (!reply) return;
    try {
      this.connection.nc.publish(`${reply.place.inbox}.${partsToken}`, reply.next(performance.now()));
      this.parts.inc();
      if (reply.isSent) reply.end();
    } catch (error) {
      this.connection.logger.warn({ err: error }, 'a reply in parts ends: the connection is closed');
      reply.end();
    }
  }

  private lookRegularly(): void {
    this.timer ??= setInterval(() => this.look(), lookEveryMs).unref();
  }

  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    const subject = `${creditInboxOf(this.connection.service, '*')}.${this.token}`;
    this.connection.nc.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.connection.logger.error({ err: error, subject }, 'credits cannot be heard');
        else this.hear(message.data);
      },
    });
  }

  private hear(data: Uint8Array): void {
    const credit = readCredit(data);
    const reply = credit && this.replies.get(credit.reply);
    if (!credit || !reply) return;
    reply.hear(credit.got, performance.now());
    this.rooms.letIn();
    this.schedule();
  }

  /** Ends the replies that nobody waits for any more. */
  private look(): void {
    const nowMs = performance.now();
    for (const reply of this.replies.values()) if (reply.isGivenUp(nowMs)) reply.end();
    this.rooms.letIn();
    if (this.replies.size > 0 || this.rooms.isAwaited) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
