import { OutgoingReply } from './outgoing';
import { Pace, Step } from './pace';
import { partBytes } from './wire';

/** Bytes of an organization that have left a process and of which their askers have said nothing yet. */
export const mostUnderWay = 4 * 1024 * 1024;

/** The replies of one organization. */
interface Queue {
  organization: string | null;
  replies: Set<OutgoingReply>;
  /** Bytes that it may still send in this turn. */
  left: number;
  hasTurn: boolean;
  /** Requests of the organization that were answered since it has a queue. */
  own: number;
  /** When its last part left. */
  last: Step;
}

/**
 * Whose part leaves next. Organizations take turns by bytes (deficit round robin): each turn adds the bytes of a part to
 * what an organization has left, and its replies take turns within it. So many replies of one weigh as much as one reply
 * of another. Beside requests of others an organization goes at their pace.
 */
export class PartTurns {
  /** Queues of organizations, in the order of their turns. */
  private readonly queues = new Map<string | null, Queue>();
  private readonly pace = new Pace();

  /** A request is answered. @param nowMs here and below of a clock that only goes on, in milliseconds */
  note(organization: string | null, nowMs: number): void {
    this.pace.note(organization, nowMs);
    const queue = this.queues.get(organization);
    if (queue) queue.own += 1;
  }

  /** Milliseconds until a part may leave; 0 for at once, Infinity when none waits for anything but its asker. */
  waitMs(nowMs: number): number {
    let least = Infinity;
    for (const queue of this.queues.values())
      if (candidate(queue) !== undefined) least = Math.min(least, this.waitOf(queue, nowMs));
    return least;
  }

  join(reply: OutgoingReply): void {
    const { organization } = reply;
    const queue = this.queues.get(organization) ?? this.made(organization);
    queue.replies.add(reply);
    this.queues.set(organization, queue);
  }

  leave(reply: OutgoingReply): void {
    const queue = this.queues.get(reply.organization);
    if (queue?.replies.delete(reply) && queue.replies.size === 0) this.queues.delete(reply.organization);
  }

  /** The reply whose next part leaves now; undefined when none may send. */
  next(nowMs: number): OutgoingReply | undefined {
    // A queue that has had its turn comes again behind the others, and then may send.
    for (const queue of [...this.queues.values(), ...this.queues.values()]) {
      const reply = candidate(queue);
      if (reply === undefined || this.waitOf(queue, nowMs) > 0) {
        // What it did not use is not kept for later.
        Object.assign(queue, { left: 0, hasTurn: false });
        continue;
      }
      if (!queue.hasTurn) Object.assign(queue, { left: queue.left + partBytes, hasTurn: true });
      if (queue.left >= reply.nextBytes) {
        queue.left -= reply.nextBytes;
        queue.last = this.pace.step(queue.own, nowMs);
        queue.replies.delete(reply);
        queue.replies.add(reply);
        return reply;
      }
      queue.hasTurn = false;
      this.queues.delete(queue.organization);
      this.queues.set(queue.organization, queue);
    }
    return undefined;
  }

  private waitOf({ organization, own, last }: Queue, nowMs: number): number {
    return this.pace.waitMs(organization, own, last, nowMs);
  }

  private made(organization: string | null): Queue {
    const last: Step = { others: -Infinity, atMs: -Infinity };
    return { organization, replies: new Set(), left: 0, hasTurn: false, own: 0, last };
  }
}

function candidate({ replies }: Queue): OutgoingReply | undefined {
  let underWay = 0;
  for (const reply of replies) underWay += reply.underWay;
  for (const reply of replies) if (reply.nextBytes > 0 && underWay + reply.nextBytes <= mostUnderWay) return reply;
  return undefined;
}
