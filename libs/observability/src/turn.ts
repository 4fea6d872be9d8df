/** Milliseconds of the event loop that a piece of work may take before other requests have their turn. */
const maxTurnMs = 10;

/** Divides work that is long for one request into turns of the event loop, so that other requests wait for one turn only. */
export class Turn {
  private begunAtMs = performance.now();

  /** Whether the work has had its turn: its next step belongs behind `next`. */
  get isOver(): boolean {
    return performance.now() - this.begunAtMs > maxTurnMs;
  }

  /** Resolves in the next turn of the event loop. */
  async next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.begunAtMs = performance.now();
  }
}
