interface Place {
  running: number;
  waiting: (() => void)[];
}

/** Limits how many fan-out asks of one namespace an engine has in flight from this process. */
export class FanoutSlots {
  private readonly places = new Map<string, Place>();

  constructor(private readonly slots: number) {}

  /**
   * Runs work once the namespace has fewer asks in flight than its share allows: at least one.
   * @param key the namespace and the engine
   * @param share of the engine's slots, above 0 and up to 1; work that waits goes by the share that it came with
   */
  async run<T>(key: string, share: number, work: () => Promise<T>): Promise<T> {
    const most = Math.max(1, Math.floor(share * this.slots));
    const place = this.places.get(key) ?? { running: 0, waiting: [] };
    this.places.set(key, place);
    // Whoever ends hands its slot on, so that nobody who comes meanwhile takes it.
    if (place.running < most) place.running += 1;
    else await new Promise<void>((resolve) => place.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = place.running <= most ? place.waiting.shift() : undefined;
      if (next) next();
      else place.running -= 1;
      if (place.running === 0) this.places.delete(key);
    }
  }
}
