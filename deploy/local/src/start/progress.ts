/** One line that is drawn over itself on a terminal; elsewhere only the finished line is printed. */
export class ProgressLine {
  private isOpen = false;

  constructor(
    private readonly out: NodeJS.WriteStream,
    private readonly isTerminal = out.isTTY,
  ) {}

  draw(text: string): void {
    if (!this.isTerminal) return;
    this.out.write(`\r\x1b[2K${text.slice(0, (this.out.columns ?? 80) - 1)}`);
    this.isOpen = true;
  }

  finish(text: string): void {
    this.out.write(`${this.isOpen ? '\r\x1b[2K' : ''}${text}\n`);
    this.isOpen = false;
  }

  /** Prints a line above the one that is drawn. */
  say(text: string): void {
    this.finish(text);
  }
}

/** `[#####.....] 50 %  label`; a total of 0 shows an empty bar. */
export function bar(done: number, total: number, label: string): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const full = Math.round(share * 30);
  return `[${'#'.repeat(full)}${'.'.repeat(30 - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${label}`;
}
