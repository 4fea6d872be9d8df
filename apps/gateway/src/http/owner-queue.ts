import { Problem } from '@app/problem';

/** Requests of one organization that may wait for one kind of request: two seconds of its default rate. */
export const maxWaitingPerOrganization = 4096;
/** Requests of all organizations that may wait for one kind of request. */
export const maxWaiting = 4 * maxWaitingPerOrganization;

/** The requests of one organization. */
interface OrganizationQueue {
  running: number;
  /** Starts each of the requests that wait, the first first. */
  waiting: (() => void)[];
}

/**
 * Requests of one kind to one owner. As many run at once as the owner takes; the others wait until their deadline, the
 * organizations in turn. An organization runs fewer at once than are still free, so that it leaves room for others.
 */
export class OwnerQueue {
  private readonly queues = new Map<string, OrganizationQueue>();
  /** The queues in which requests wait, in the order of their turns. */
  private readonly turns = new Set<OrganizationQueue>();
  private running = 0;
  private waiting = 0;

  /** @param limit requests under way at once, as one process of the owner takes them */
  constructor(private readonly limit: number) {}

  /**
   * Runs `work` when its turn comes: at once in most cases.
   * @param deadlineAtMs time of `Date.now()` at which it stops waiting
   * @throws Problem `unavailable` when its turn does not come in time; errors of `work`
   */
  run<T>(organization: string, deadlineAtMs: number, work: () => Promise<T>): Promise<T> {
    const queue = this.queueOf(organization);
    if (queue.waiting.length === 0 && this.mayRun(queue)) return this.start(organization, queue, work);
    if (queue.waiting.length >= maxWaitingPerOrganization || this.waiting >= maxWaiting) {
      this.tidy(organization, queue);
      return Promise.reject(busyOwner());
    }
    return new Promise<T>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        this.start(organization, queue, work).then(resolve, reject);
      };
      const giveUp = (): void => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        this.waiting--;
        this.tidy(organization, queue);
        reject(busyOwner());
      };
      const timer = setTimeout(giveUp, Math.max(0, deadlineAtMs - Date.now()));
      queue.waiting.push(begin);
      this.waiting++;
      this.turns.add(queue);
    });
  }

  /** An organization that runs nothing may begin while any slot is free. */
  private mayRun({ running }: OrganizationQueue): boolean {
    const free = this.limit - this.running;
    return free > 0 && (running === 0 || running < free);
  }

  private start<T>(organization: string, queue: OrganizationQueue, work: () => Promise<T>): Promise<T> {
    this.running++;
    queue.running++;
    return work().finally(() => {
      this.running--;
      queue.running--;
      this.startNext();
      this.tidy(organization, queue);
    });
  }

  private startNext(): void {
    for (const queue of this.turns) {
      if (!this.mayRun(queue)) continue;
      this.turns.delete(queue);
      const begin = queue.waiting.shift()!;
      this.waiting--;
      // At the end, so that the next free slot is another organization's.
      if (queue.waiting.length > 0) this.turns.add(queue);
      begin();
      return;
    }
  }

  private queueOf(organization: string): OrganizationQueue {
    const known = this.queues.get(organization);
    if (known) return known;
    const made = { running: 0, waiting: [] };
    this.queues.set(organization, made);
    return made;
  }

  private tidy(organization: string, queue: OrganizationQueue): void {
    if (queue.waiting.length > 0) return;
    this.turns.delete(queue);
    if (queue.running === 0) this.queues.delete(organization);
  }
}

export function busyOwner(retryAfterS = 1, cause?: unknown): Problem {
  return new Problem('unavailable', 'A part of the service is busy; try again shortly.', {}, { retryAfterS, cause });
}
