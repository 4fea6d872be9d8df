import { OutgoingReply } from './outgoing';

/** Whose part leaves next: the replies that may send one, each in its turn. */
export class PartTurns {
  private readonly ready = new Set<OutgoingReply>();

  get isEmpty(): boolean {
    return this.ready.size === 0;
  }

  /** The reply may have a part to send. */
  join(reply: OutgoingReply): void {
    if (reply.nextBytes > 0) this.ready.add(reply);
  }

  leave(reply: OutgoingReply): void {
    this.ready.delete(reply);
  }

  /** The reply whose next part leaves now, and which then has to join again; undefined when none may send. */
  next(): OutgoingReply | undefined {
    const [reply] = this.ready;
    this.ready.delete(reply);
    return reply;
  }
}
