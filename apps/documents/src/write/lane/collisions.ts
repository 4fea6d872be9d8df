const maxTries = 12;
const jitterMs = 8;

/** How often other writes came before this one, between its read and its commit. */
export class Collisions {
  private count = 0;

  /**
   * Counts one, and waits some milliseconds, more each time, so that the same writers do not meet again.
   * @param most tries so far after which there is no other
   * @returns whether the write may try again
   */
  async mayTryAgain(most = maxTries): Promise<boolean> {
    this.count += 1;
    if (this.count >= maxTries) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * jitterMs * this.count));
    return this.count < most;
  }
}
