import { creditInboxOf } from '@app/contracts';
import { nuid } from 'nats';
import { BusConnection } from '../connection';
import { OutgoingReply } from './outgoing';
import { PartTurns } from './part-turns';
import { PartsHead, partsToken, readCredit } from './wire';

const lookEveryMs = 500;

/**
 * Sends replies in parts. One part leaves in a turn of the event loop, so that whatever else waits goes between, and a
 * reply waits while its asker has not got what was sent before.
 */
export class PartSender {
  private readonly replies = new Map<number, OutgoingReply>();
  private readonly turns = new PartTurns();
  private readonly token = nuid.next();
  private last = 0;
  private isListening = false;
  private isScheduled = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly connection: BusConnection) {}

  /**
   * Sends a reply.
   * @param begin sends its first message, at once or at the end of this turn
   * @returns when all has left, or the asker wants or hears no more of it; never an error
   */
  async send(reply: OutgoingReply, begin: (head: PartsHead) => void): Promise<void> {
    this.listen();
    const number = (this.last = (this.last + 1) >>> 0);
    this.replies.set(number, reply);
    this.timer ??= setInterval(() => this.look(), lookEveryMs).unref();
    try {
      begin({ bytes: reply.bytes, token: this.token, reply: number });
      // Parts follow the first message, which may leave at the end of this turn only.
      setImmediate(() => this.wake(reply));
      await reply.ended;
    } finally {
      this.replies.delete(number);
      this.turns.leave(reply);
      this.schedule();
    }
  }

  private wake(reply: OutgoingReply): void {
    this.turns.join(reply);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled || this.turns.isEmpty) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.sendOne();
      this.schedule();
    });
  }

  private sendOne(): void {
    const reply = this.turns.next();
    if (!reply) return;
    try {
      this.connection.nc.publish(`${reply.place.inbox}.${partsToken}`, reply.next(performance.now()));
      if (reply.isSent) reply.end();
      else this.turns.join(reply);
    } catch (error) {
      this.connection.logger.warn({ err: error }, 'a reply in parts ends: the connection is closed');
      reply.end();
    }
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
    this.wake(reply);
  }

  /** Ends the replies that nobody waits for any more. */
  private look(): void {
    const nowMs = performance.now();
    for (const reply of this.replies.values()) if (reply.isGivenUp(nowMs)) reply.end();
    if (this.replies.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
