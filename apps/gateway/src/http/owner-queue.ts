import { Problem } from '@app/problem';
import { FairQueue } from '@app/queues';

/** Requests of one organization that may wait for one kind of request: two seconds of its default rate. */
export const maxWaitingPerOrganization = 4096;
/** Requests of all organizations that may wait for one kind of request. */
export const maxWaiting = 4 * maxWaitingPerOrganization;

/**
 * Requests of one kind to one owner. As many run at once as the owner takes; the others wait until their deadline, the
 * organizations in turn. An organization runs fewer at once than are still free, so that it leaves room for others.
 */
export class OwnerQueue {
  /** What starts each of the requests that wait, by organization. */
  private readonly waiting = new FairQueue<string, () => void>({
    maxOfOwner: maxWaitingPerOrganization,
    max: maxWaiting,
  });
  private readonly runningOf = new Map<string, number>();
  private running = 0;

  /** @param limit requests under way at once, as one process of the owner takes them */
  constructor(private readonly limit: number) {}

  /**
   * Runs `work` when its turn comes: at once in most cases.
   * @param deadlineAtMs time of `Date.now()` at which it stops waiting
   * @throws Problem `unavailable` when its turn does not come in time; errors of `work`
   */
  run<T>(organization: string, deadlineAtMs: number, work: () => Promise<T>): Promise<T> {
    if (this.waiting.sizeOf(organization) === 0 && this.mayRun(organization)) return this.start(organization, work);
    return new Promise<T>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        this.start(organization, work).then(resolve, reject);
      };
      const giveUp = (): void => {
        this.waiting.remove(organization, begin);
        reject(busyOwner());
      };
      if (!this.waiting.add(organization, begin)) return reject(busyOwner());
      const timer = setTimeout(giveUp, Math.max(0, deadlineAtMs - Date.now()));
    });
  }

  /** An organization that runs nothing may begin while any slot is free. */
  private mayRun(organization: string): boolean {
    const free = this.limit - this.running;
    const running = this.runningOf.get(organization) ?? 0;
    return free > 0 && (running === 0 || running < free);
  }

  private start<T>(organization: string, work: () => Promise<T>): Promise<T> {
    this.count(organization, 1);
    return work().finally(() => {
      this.count(organization, -1);
      const next = this.waiting.nextOwner((one) => this.mayRun(one));
      if (next !== undefined) this.waiting.take(next)?.();
    });
  }

  private count(organization: string, more: 1 | -1): void {
    this.running += more;
    const running = (this.runningOf.get(organization) ?? 0) + more;
    if (running === 0) this.runningOf.delete(organization);
    else this.runningOf.set(organization, running);
  }
}

export function busyOwner(retryAfterS = 1, cause?: unknown): Problem {
  return new Problem('unavailable', 'A part of the service is busy; try again shortly.', {}, { retryAfterS, cause });
}
