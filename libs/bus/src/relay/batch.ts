/** What became of a message: its sequence in its stream, or why it is not known to stand there. */
export type Outcome = { seq: number } | { error: unknown };

/** Messages that were published together and wait for their acknowledgements. */
export class Batch {
  /** One for each message, in their order, once all are known. */
  readonly outcomes: Promise<Outcome[]>;
  private readonly known: (Outcome | undefined)[];
  private open: number;
  private resolve!: (outcomes: Outcome[]) => void;

  /** @param subjects of the messages */
  constructor(private readonly subjects: readonly string[]) {
    this.known = subjects.map(() => undefined);
    this.open = subjects.length;
    this.outcomes = new Promise((resolve) => (this.resolve = resolve));
    if (this.open === 0) this.resolve([]);
  }

  /** The first outcome of a message counts. */
  settle(index: number, outcome: Outcome): void {
    if (!(index < this.known.length) || this.known[index]) return;
    this.known[index] = outcome;
    this.open -= 1;
    if (this.open === 0) this.resolve(this.known as Outcome[]);
  }

  /** The server takes no message of this subject. */
  refuse(subject: string, error: unknown): void {
    this.subjects.forEach((one, index) => {
      if (one === subject) this.settle(index, { error });
    });
  }

  /** Nothing more will be heard. */
  end(error: unknown): void {
    this.known.forEach((_, index) => this.settle(index, { error }));
  }
}
