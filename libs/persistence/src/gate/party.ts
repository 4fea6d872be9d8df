/** Work that waits for a slot. */
export interface Waiter {
  begin(): void;
  giveUp: NodeJS.Timeout;
}

/** What one organization, or all work without one, holds of a gate and waits for. */
export class Party {
  held = 0;
  /** In the order in which they came. */
  private readonly waiters = new Set<Waiter>();

  /** @param own slots that no other takes */
  constructor(
    readonly organization: string | null,
    readonly own: number,
  ) {}

  /** Slots that it holds and others could have. */
  get shared(): number {
    return Math.max(0, this.held - this.own);
  }

  get waiting(): number {
    return this.waiters.size;
  }

  get waits(): boolean {
    return this.waiters.size > 0;
  }

  join(waiter: Waiter): void {
    this.waiters.add(waiter);
  }

  leave(waiter: Waiter): void {
    this.waiters.delete(waiter);
  }

  /** The one that waits longest, which waits no more. */
  first(): Waiter {
    const [waiter] = this.waiters;
    this.waiters.delete(waiter);
    return waiter;
  }
}
