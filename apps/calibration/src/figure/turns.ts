/** A task that waits for its turn. */
export interface Waiting {
  /** When its caller stops waiting, in milliseconds since 1970; null for a job, which waits as long as it takes. */
  untilMs: number | null;
  start: () => void;
  refuse: () => void;
}

/** Waiting tasks, of which their owners take turns. What waits is bounded, of each owner and of all. */
export class Turns {
  /** In the order of their next turn. */
  private readonly owners = new Map<string, Waiting[]>();
  private waiting = 0;

  constructor(
    private readonly mostOfOwner: number,
    private readonly most: number,
  ) {}

  /** Tasks that wait. */
  get length(): number {
    return this.waiting;
  }

  get isEmpty(): boolean {
    return this.waiting === 0;
  }

  /** @returns false when too many wait */
  add(owner: string, task: Waiting): boolean {
    const own = this.owners.get(owner) ?? [];
    if (own.length >= this.mostOfOwner || this.waiting >= this.most) return false;
    own.push(task);
    this.owners.set(owner, own);
    this.waiting += 1;
    return true;
  }

  /** The next task whose caller still waits; the others are refused. */
  next(nowMs: number): Waiting | null {
    for (const [owner, own] of this.owners) {
      const task = own.shift()!;
      this.waiting -= 1;
      this.owners.delete(owner);
      if (own.length > 0) this.owners.set(owner, own);
      if (task.untilMs === null || task.untilMs > nowMs) return task;
      task.refuse();
    }
    return null;
  }
}
