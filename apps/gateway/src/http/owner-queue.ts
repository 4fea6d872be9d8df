import { Problem } from '@app/problem';

/** Requests of one organization that may wait for one kind of request: two seconds of its default rate. */
export const maxWaitingPerOrganization = 4096;

/** The requests of one organization. */
interface Line {
  running: number;
  /** Starts each of the requests that wait, the first first. */
  waiting: (() => void)[];
}

/**
 * Requests of one kind to one owner. As many run at once as the owner takes; the others wait until their deadline, the
 * organizations in turn. An organization runs fewer at once than are still free, so that it leaves room for others.
 */
export class OwnerQueue {
  private readonly lines = new Map<string, Line>();
  /** The lines in which requests wait, in the order of their turns. */
  private readonly turns = new Set<Line>();
  private running = 0;

  /** @param limit requests under way at once, as one process of the owner takes them */
  constructor(private readonly limit: number) {}

  /**
   * Runs `work` when its turn comes: at once in most cases.
   * @param deadlineAtMs time of `Date.now()` at which it stops waiting
   * @throws Problem `unavailable` when its turn does not come in time; errors of `work`
   */
  run<T>(organization: string, deadlineAtMs: number, work: () => Promise<T>): Promise<T> {
    const line = this.lineOf(organization);
    if (line.waiting.length === 0 && this.mayRun(line)) return this.start(organization, line, work);
    if (line.waiting.length >= maxWaitingPerOrganization) return Promise.reject(busyOwner());
    return new Promise<T>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        this.start(organization, line, work).then(resolve, reject);
      };
      const giveUp = (): void => {
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        this.tidy(organization, line);
        reject(busyOwner());
      };
      const timer = setTimeout(giveUp, Math.max(0, deadlineAtMs - Date.now()));
      line.waiting.push(begin);
      this.turns.add(line);
    });
  }

  /** An organization that runs nothing may begin while any place is free. */
  private mayRun({ running }: Line): boolean {
    const free = this.limit - this.running;
    return free > 0 && (running === 0 || running < free);
  }

  private start<T>(organization: string, line: Line, work: () => Promise<T>): Promise<T> {
    this.running++;
    line.running++;
    return work().finally(() => {
      this.running--;
      line.running--;
      this.startNext();
      this.tidy(organization, line);
    });
  }

  private startNext(): void {
    for (const line of this.turns) {
      if (!this.mayRun(line)) continue;
      this.turns.delete(line);
      const begin = line.waiting.shift()!;
      // At the end, so that the next free place is another organization's.
      if (line.waiting.length > 0) this.turns.add(line);
      begin();
      return;
    }
  }

  private lineOf(organization: string): Line {
    const known = this.lines.get(organization);
    if (known) return known;
    const made = { running: 0, waiting: [] };
    this.lines.set(organization, made);
    return made;
  }

  private tidy(organization: string, line: Line): void {
    if (line.waiting.length > 0) return;
    this.turns.delete(line);
    if (line.running === 0) this.lines.delete(organization);
  }
}

export function busyOwner(retryAfterS = 1, cause?: unknown): Problem {
  return new Problem('unavailable', 'A part of the service is busy; try again shortly.', {}, { retryAfterS, cause });
}
