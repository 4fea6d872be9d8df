/** An item, and the promise of the caller who asked for it. */
interface Waiting<K, R> {
  item: K;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

export interface CoalescerOptions<K, R> {
  /** Answers one item by itself. */
  alone: (item: K) => Promise<R>;
  /** Answers several items in their order; undefined for an item that must be answered by itself. */
  together: (items: readonly K[]) => Promise<(R | undefined)[]>;
  /** Most items of one group. */
  maxTogether: number;
  /** Groups under way at once, and beside them as many items that their groups left to be answered by themselves. */
  maxUnderWay: number;
}

/**
 * Answers together the items that callers ask for within one turn of the event loop, and those that arrive while
 * `maxUnderWay` groups are under way. A caller whose item is the only one of its turn waits for no other. When the statement
 * of a group fails, each of its items is answered by itself, so that no caller gets an error that another's item caused.
 * Items that a group leaves to be answered by themselves wait in a line of their own: later groups do not wait for them.
 */
export class Coalescer<K, R> {
  private waiting: Waiting<K, R>[] = [];
  private underWay = 0;
  private readonly left: Waiting<K, R>[] = [];
  private leftUnderWay = 0;
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

  /** Never rejects: each caller of the group gets its own error. */
  private async answer(group: readonly Waiting<K, R>[]): Promise<void> {
    if (group.length === 1) return this.answerAlone(group[0]);
    const results = await this.options.together(group.map(({ item }) => item)).catch(() => null);
    if (results === null) return void (await Promise.all(group.map((one) => this.answerAlone(one))));
    group.forEach((one, index) => {
      const result = results[index];
      if (result === undefined) this.left.push(one);
      else one.resolve(result);
    });
    this.answerLeft();
  }

  private answerLeft(): void {
    while (this.left.length > 0 && this.leftUnderWay < this.options.maxUnderWay) {
      const one = this.left.shift()!;
      this.leftUnderWay += 1;
      void this.answerAlone(one).finally(() => {
        this.leftUnderWay -= 1;
        this.answerLeft();
      });
    }
  }

  private async answerAlone({ item, resolve, reject }: Waiting<K, R>): Promise<void> {
    await this.options.alone(item).then(resolve, reject);
  }
}
