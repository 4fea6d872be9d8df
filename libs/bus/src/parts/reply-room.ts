import { Problem } from '@app/problem';
import { mostUnderWay } from './part-turns';

/** Pieces of work of one organization that make a large reply at once in a process, where the work itself sets no other bound. */
export const mostMaking = 3;
/** Bytes of large replies of all organizations that a process holds when one more is begun. */
const mostHeld = 64 * 1024 * 1024;

/** What is known of the replies that stand. */
export interface Held {
  /** Bytes of replies that have not left, or of which their askers have said nothing yet. @param organization all, when left out */
  held(organization?: string): number;
}

/** A piece of work that makes a large reply. */
type Work = object;

interface Waiting {
  work: Work;
  organization: string;
  deadlineAtMs: number;
  most: number;
  settle: (error?: Problem) => void;
}

/**
 * Room for work that may make a large reply, which is read as a whole. An organization begins only so many at once, and
 * none while enough of its replies wait for their askers: else all that wait for a connection would end one after the
 * other, faster than their replies leave.
 */
export class ReplyRoom {
  private readonly making = new Map<Work, string>();
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly replies: Held) {}

  get isAwaited(): boolean {
    return this.waiting.size > 0;
  }

  /**
   * Waits until `work` may begin. It then counts until `leave`.
   * @param deadlineAtMs until when it waits, in milliseconds since 1970
   * @param most pieces of work of the organization that make a reply at once, this one included
   * @throws Problem `unavailable`
   */
  async enter(work: Work, organization: string, deadlineAtMs: number, most = mostMaking): Promise<void> {
    // Those that wait were here before.
    if (!this.isAwaitedBy(organization) && this.has(organization, most)) this.making.set(work, organization);
    else {
      await new Promise<void>((resolve, reject) => {
        const settle = (error?: Problem): void => (error ? reject(error) : resolve());
        this.waiting.add({ work, organization, deadlineAtMs, most, settle });
      });
    }
  }

  /** The reply of `work` stands among the others now, or there is none. */
  leave(work: Work): void {
    if (this.making.delete(work)) this.letIn();
  }

  /** Begins what waits, as far as there is room, and refuses what has waited for too long. */
  letIn(): void {
    for (const waiter of this.waiting) {
      const { work, organization, deadlineAtMs, most, settle } = waiter;
      const isLate = Date.now() >= deadlineAtMs;
      if (!isLate && !this.has(organization, most)) continue;
      this.waiting.delete(waiter);
      if (!isLate) this.making.set(work, organization);
      settle(isLate ? noRoom() : undefined);
    }
  }

  private has(organization: string, most: number): boolean {
    if (this.replies.held(organization) >= mostUnderWay || this.replies.held() >= mostHeld) return false;
    let making = 0;
    for (const other of this.making.values()) if (other === organization) making += 1;
    return making < most;
  }

  private isAwaitedBy(organization: string): boolean {
    for (const waiter of this.waiting) if (waiter.organization === organization) return true;
    return false;
  }
}

function noRoom(): Problem {
  const message =
    'Other requests for many documents are still being answered; send fewer at once, or try again shortly.';
  return new Problem('unavailable', message, {}, { retryAfterS: 1 });
}
