/** What one claim takes of the capacity until it ends. */
export interface Hold {
  /** The claim now takes this much: one for each document that waits to be read, then one for each ask. */
  resize(units: number): void;
  /** This many asks have ended. */
  release(units?: number): void;
  /** The claim has ended; whatever it still takes is free. */
  end(): void;
}

/**
 * How many documents and asks one process has in progress. Claims of bulk lanes take at most half of it, so that answers
 * that somebody waits for are not behind them.
 */
export class ClaimCapacity {
  private taken = 0;
  private takenByBulk = 0;

  constructor(private readonly max: number) {}

  /** Documents that a claim may take now. */
  get free(): number {
    return this.max - this.taken;
  }

  /** Documents that a claim of a bulk lane may take now. */
  get freeForBulk(): number {
    return Math.max(0, Math.min(this.free, Math.floor(this.max / 2) - this.takenByBulk));
  }

  /** Takes a claim's documents. A bulk claim counts against its half as a whole until it ends. */
  hold(documents: number, isBulk: boolean): Hold {
    let held = 0;
    const resize = (units: number): void => {
      this.taken += units - held;
      held = units;
    };
    resize(documents);
    if (isBulk) this.takenByBulk += documents;
    return {
      resize,
      release: (units = 1) => resize(held - units),
      end: () => {
        resize(0);
        if (isBulk) this.takenByBulk -= documents;
      },
    };
  }
}
