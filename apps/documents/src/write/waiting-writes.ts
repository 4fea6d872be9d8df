/** The most writes of one group. */
export const maxGroupWrites = 64;

/** Something that waits to be committed: a write of one document. */
export interface WaitingWrite {
  /** Id of its document. */
  id: string;
}

/**
 * Writes of one namespace that wait for their group, in the order of their arrival. How many can wait is bounded by the
 * requests that the bus lets run at once.
 */
export class WaitingWrites<W extends WaitingWrite> {
  private waiting: W[] = [];

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  add(write: W): void {
    this.waiting.push(write);
  }

  /**
   * Takes the oldest writes, at most `maxGroupWrites`. Of several writes of one document it takes the first: each of the
   * others reads what the one before it left, so it waits for a later group.
   */
  takeGroup(): W[] {
    const ids = new Set<string>();
    const group: W[] = [];
    const left: W[] = [];
    for (const write of this.waiting) {
      const joins = group.length < maxGroupWrites && !ids.has(write.id);
      ids.add(write.id);
      (joins ? group : left).push(write);
    }
    this.waiting = left;
    return group;
  }
}
