/** What of a message of JetStream is needed while its fact is being worked on. */
interface Heard {
  /** Tells the server that it is being worked on. */
  working(): void;
}

/**
 * The facts that a consumer has begun and not settled. It tells the server of them again and again, since one that takes
 * its time is no failure: the server would give it to another process and count that as one.
 */
export class OpenFacts<M extends Heard> {
  private readonly messages = new Set<M>();
  private readonly settling = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  /** @param everyMs time between two notices: well within the time in which the server wants an acknowledgement */
  constructor(private readonly everyMs: () => number) {}

  add(messages: readonly M[]): void {
    for (const message of messages) this.messages.add(message);
    this.timer ??= setInterval(() => this.messages.forEach((each) => each.working()), this.everyMs());
  }

  remove(messages: readonly M[]): void {
    for (const message of messages) this.messages.delete(message);
    if (this.messages.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Remembers the work that settles a fact. @param settling never rejects */
  track(settling: Promise<void>): void {
    const tracked = settling.finally(() => this.settling.delete(tracked));
    this.settling.add(tracked);
  }

  /** Resolves when every fact is settled. */
  async waitUntilSettled(): Promise<void> {
    while (this.settling.size > 0) await Promise.all(this.settling);
  }
}
