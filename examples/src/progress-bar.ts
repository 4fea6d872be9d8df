import { bar, ProgressLine } from '@app/progress';
import { ExampleProgress } from './loader/run-options';

const width = 32;

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

/** A line for each phase of a run: drawn over itself on a terminal, elsewhere every two seconds and at its end. */
export class ProgressBar {
  private readonly line: ProgressLine;
  private phase: ExampleProgress['phase'] | null = null;
  private last: string | null = null;

  constructor(
    private readonly output: Output,
    nowMs?: () => number,
  ) {
    const place = { isTerminal: output.isTTY === true, columns: output.columns ?? 80 };
    this.line = new ProgressLine(place, { nowMs, plainEveryMs: 2_000 });
  }

  show({ phase, done, total }: ExampleProgress): void {
    if (this.phase !== null && this.phase !== phase) this.end();
    this.phase = phase;
    this.last = `${phase.padEnd(9)} ${bar(done, total, width)}  ${done} of ${total}`;
    this.output.write(this.line.draw(this.last));
  }

  /** A line of text that the bar must not overwrite. */
  tell(text: string): void {
    this.output.write(this.line.finish(text));
  }

  /** Leaves the bar where it stands and goes on below it. */
  end(): void {
    if (this.last !== null) this.output.write(this.line.finish(this.last));
    this.last = null;
  }
}
