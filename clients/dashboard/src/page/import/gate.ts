/** Lets an import go on, hold, or end behind the batch that is on its way. */
export class Gate {
  private waiting: (() => void)[] = [];
  private isHeld = false;
  private ended: 'cancelled' | 'left' | null = null;

  /** Why it ends; null while it goes on. */
  get end(): 'cancelled' | 'left' | null {
    return this.ended;
  }

  /** Whether batches begin. */
  get isOn(): boolean {
    return !this.isHeld;
  }

  hold(): void {
    this.isHeld = true;
  }

  goOn(): void {
    this.isHeld = false;
    for (const pass of this.waiting.splice(0)) pass();
  }

  /** @param why a person ended it, or left the page, which keeps it for later */
  stop(why: 'cancelled' | 'left'): void {
    this.ended ??= why;
    this.goOn();
  }

  /** Resolves when the next batch may begin. @returns whether it may: false at the end */
  async pass(): Promise<boolean> {
    while (this.isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.ended === null;
  }
}
