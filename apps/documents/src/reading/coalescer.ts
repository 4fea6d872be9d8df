/** One that asks, and waits for its own answer. */
interface Waiting<K, R> {
  item: K;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

export interface CoalescerOptions<K, R> {
  /** Answers one that asks alone. */
  alone: (item: K) => Promise<R>;
  /** Answers several in their order; undefined for those that must ask alone. */
  together: (items: readonly K[]) => Promise<(R | undefined)[]>;
  /** Most of one group. */
  maxTogether: number;
  /** Groups under way at once. */
  maxUnderWay: number;
}

/**
 * Answers together what is asked within one turn of the event loop, or while as many groups as may be are under way. Who
 * asks alone waits for nobody. When a group fails, each of it asks alone, so that none fails for another's fault.
 */
export class Coalescer<K, R> {
  private waiting: Waiting<K, R>[] = [];
  private underWay = 0;
  private isScheduled = false;

  constructor(private readonly options: CoalescerOptions<K, R>) {}

  ask(item: K): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isScheduled || this.underWay >= this.options.maxUnderWay) return;
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.start();
      });
    });
  }

  private start(): void {
    const { maxTogether, maxUnderWay } = this.options;
    while (this.waiting.length > 0 && this.underWay < maxUnderWay) {
      const group = this.waiting.splice(0, maxTogether);
      this.underWay += 1;
      void this.answer(group).finally(() => {
        this.underWay -= 1;
        this.start();
      });
    }
  }

  /** Never rejects: each of the group hears of its own fault. */
  private async answer(group: readonly Waiting<K, R>[]): Promise<void> {
    if (group.length === 1) return this.answerAlone(group[0]);
    const results = await this.options
      .together(group.map(({ item }) => item))
      .catch((): (R | undefined)[] => group.map(() => undefined));
    await Promise.all(
      group.map((one, index) => {
        const result = results[index];
        return result === undefined ? this.answerAlone(one) : one.resolve(result);
      }),
    );
  }

  private async answerAlone({ item, resolve, reject }: Waiting<K, R>): Promise<void> {
    await this.options.alone(item).then(resolve, reject);
  }
}
