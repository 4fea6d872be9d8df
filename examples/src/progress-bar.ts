import { ExampleProgress } from './loader/run-options';

const width = 32;
const plainEveryMs = 2_000;

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

/** A bar on a terminal; elsewhere a line every two seconds and at each end, so that logs stay short. */
export class ProgressBar {
  private drawn = false;
  private phase: ExampleProgress['phase'] | null = null;
  private toldAt = -Infinity;

  constructor(
    private readonly output: Output,
    private readonly now: () => number = () => performance.now(),
  ) {}

  show({ phase, done, total }: ExampleProgress): void {
    if (this.output.isTTY) {
      if (this.phase !== null && this.phase !== phase) this.end();
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const full = Math.round(share * width);
      const bar = '#'.repeat(full) + '.'.repeat(width - full);
      this.output.write(`\r${phase.padEnd(9)} [${bar}] ${done} of ${total}\x1b[K`);
      this.drawn = true;
    } else if (done >= total || this.phase !== phase || this.now() - this.toldAt >= plainEveryMs) {
      this.output.write(`${phase} ${done} of ${total}\n`);
      this.toldAt = this.now();
    }
    this.phase = phase;
  }

  /** A line of text that the bar must not overwrite. */
  tell(text: string): void {
    this.end();
    this.output.write(`${text}\n`);
  }

  /** Leaves the bar where it stands and goes on below it. */
  end(): void {
    if (this.drawn) this.output.write('\n');
    this.drawn = false;
  }
}
