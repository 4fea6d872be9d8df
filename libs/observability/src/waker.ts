/** Wakes the loops of this process that wait for something: it has happened here, so none waits for its next look. */
export class Waker {
  private readonly wakers: (() => void)[] = [];

  /** Calls `wake` whenever somebody wakes. */
  onWake(wake: () => void): void {
    this.wakers.push(wake);
  }

  wake(): void {
    this.wakers.forEach((wake) => wake());
  }
}
