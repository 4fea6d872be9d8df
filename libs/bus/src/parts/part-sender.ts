import { creditInboxOf } from '@app/contracts';
import { busMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Problem } from '@app/problem';
import { nuid } from 'nats';
import { BusConnection } from '../connection';
import { OutgoingReply } from './outgoing';
import { PartTurns, mostUnderWay } from './part-turns';
import { PartsHead, partsToken, readCredit } from './wire';

const lookEveryMs = 500;

/** Work that waits until its organization holds less. */
interface Waiting {
  organization: string;
  deadlineAtMs: number;
  resolve: () => void;
}

/**
 * Sends replies in parts. One part leaves in a turn of the event loop, so that whatever else waits goes between, and a
 * reply waits while its asker has not got what was sent before.
 */
export class PartSender {
  private readonly replies = new Map<number, OutgoingReply>();
  private readonly turns = new PartTurns();
  private readonly token = nuid.next();
  private last = 0;
  private readonly waiting = new Set<Waiting>();
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
    this.timer ??= setInterval(() => this.look(), lookEveryMs).unref();
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
      this.letIn();
      this.schedule();
    }
  }

  /**
   * Waits until less than 4 MiB of the organization's replies are held here, so that a process holds one reply more at most
   * for each piece of work that may make a large one.
   * @throws Problem `unavailable` when that is not so before `deadlineAtMs`, in milliseconds since 1970
   */
  async room(organization: string, deadlineAtMs: number): Promise<void> {
    while (this.heldBy(organization) >= mostUnderWay) {
      if (Date.now() >= deadlineAtMs) throw noRoom();
      await new Promise<void>((resolve) => this.waiting.add({ organization, deadlineAtMs, resolve }));
    }
  }

  private heldBy(organization: string): number {
    let bytes = 0;
    for (const reply of this.replies.values()) if (reply.organization === organization) bytes += reply.held;
    return bytes;
  }

  private letIn(): void {
    for (const waiter of this.waiting) {
      const { organization, deadlineAtMs, resolve } = waiter;
      if (this.heldBy(organization) >= mostUnderWay && Date.now() < deadlineAtMs) continue;
      this.waiting.delete(waiter);
      resolve();
    }
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
    this.letIn();
    this.schedule();
  }

  /** Ends the replies that nobody waits for any more. */
  private look(): void {
    const nowMs = performance.now();
    for (const reply of this.replies.values()) if (reply.isGivenUp(nowMs)) reply.end();
    this.letIn();
    if (this.replies.size > 0 || this.waiting.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function noRoom(): Problem {
  const message = 'Large replies of this organization are still on their way; try again shortly.';
  return new Problem('unavailable', message, {}, { retryAfterS: 1 });
}
