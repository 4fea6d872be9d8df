/** Equal refusals after which a file is taken for the wrong one, or for one that is read by the wrong options. */
const most = 100;

/** Stops a run whose first rows are all refused for one reason: each further one would be, and many cost a request each. */
export class StartGuard {
  private kind: string | null = null;
  private count = 0;

  /**
   * @param isOn false where an earlier run has sent rows
   * @param stop throws what ends the run; it is given the sentence that says why
   */
  constructor(
    private isOn: boolean,
    private readonly stop: (sentence: string) => never,
  ) {}

  /** A row was taken: the file is the right one. */
  pass(): void {
    this.isOn = false;
  }

  /** @param kind equal for equal reasons @throws what `stop` throws, at the hundredth equal one */
  refuse(kind: string, message: string): void {
    if (!this.isOn) return;
    this.kind ??= kind;
    if (this.kind !== kind) return this.pass();
    this.count++;
    if (this.count < most) return;
    this.stop(`Stopped: the first ${most} rows were refused for one reason, and none was written. ${message}`);
  }
}
