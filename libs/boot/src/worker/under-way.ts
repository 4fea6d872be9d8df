/** Work that a worker has begun and goes on beside its next turns. */
export class UnderWay {
  private readonly works = new Set<Promise<void>>();

  /** How many pieces of work have not ended. */
  get size(): number {
    return this.works.size;
  }

  /** @param onEnd called when the work has ended and is not counted any more */
  add(work: Promise<void>, onEnd: () => void = () => undefined): void {
    const added = work.finally(() => {
      this.works.delete(added);
      onEnd();
    });
    this.works.add(added);
  }

  /** Resolves when all that is under way has ended, for a worker that has stopped. Rejects with the error of one that failed. */
  async readEnded(): Promise<void> {
    await Promise.all(this.works);
  }
}
