import { OutgoingReply } from './outgoing';
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
}

/**
 * Whose part leaves next. Organizations take turns by bytes (deficit round robin): each turn adds the bytes of a part to
 * what an organization has left, and its replies take turns within it. So many replies of one weigh as much as one reply
 * of another.
 */
export class PartTurns {
  /** In the order of their turns. */
  private readonly queues = new Map<string | null, Queue>();

  /** Whether no reply may send now. */
  get isEmpty(): boolean {
    return [...this.queues.values()].every((queue) => candidate(queue) === undefined);
  }

  join(reply: OutgoingReply): void {
    const { organization } = reply;
    const queue = this.queues.get(organization) ?? { organization, replies: new Set(), left: 0, hasTurn: false };
    queue.replies.add(reply);
    this.queues.set(organization, queue);
  }

  leave(reply: OutgoingReply): void {
    const queue = this.queues.get(reply.organization);
    if (queue?.replies.delete(reply) && queue.replies.size === 0) this.queues.delete(reply.organization);
  }

  /** The reply whose next part leaves now; undefined when none may send. */
  next(): OutgoingReply | undefined {
    // A queue that has had its turn comes again behind the others, and then may send.
    for (const queue of [...this.queues.values(), ...this.queues.values()]) {
      const reply = candidate(queue);
      if (reply === undefined) {
        // What it did not use is not kept for later.
        Object.assign(queue, { left: 0, hasTurn: false });
        continue;
      }
      if (!queue.hasTurn) Object.assign(queue, { left: queue.left + partBytes, hasTurn: true });
      if (queue.left >= reply.nextBytes) {
        queue.left -= reply.nextBytes;
        queue.replies.delete(reply);
        queue.replies.add(reply);
        return reply;
      }
      queue.hasTurn = false;
      this.passOn(queue);
    }
    return undefined;
  }

  private passOn(queue: Queue): void {
    this.queues.delete(queue.organization);
    this.queues.set(queue.organization, queue);
  }
}

function candidate({ replies }: Queue): OutgoingReply | undefined {
  let underWay = 0;
  for (const reply of replies) underWay += reply.underWay;
  for (const reply of replies) if (reply.nextBytes > 0 && underWay + reply.nextBytes <= mostUnderWay) return reply;
  return undefined;
}
