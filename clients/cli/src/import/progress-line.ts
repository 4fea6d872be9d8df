import { visible } from '../output/visible';
import type { Sink } from '../world/world';

export interface Seen {
  rows: number;
  refused: number;
  bytesRead: number;
  /** Null when nobody knows. */
  bytes: number | null;
  /** Rows of this process and the milliseconds that they took. */
  rowsNow: number;
  elapsedMs: number;
}

const drawMs = 200;
const plainMs = 5_000;
const width = 20;

/** `[####..] 41 %  12,430 rows  1,910/s  6.1 of 14.8 MB  2:10 left  3 rejected` */
export function progressText({ rows, refused, bytesRead, bytes, rowsNow, elapsedMs }: Seen): string {
  const share = bytes === null ? null : bytes === 0 ? 1 : Math.min(1, bytesRead / bytes);
  const full = Math.round((share ?? 0) * width);
  const rate = elapsedMs > 0 ? Math.round((rowsNow / elapsedMs) * 1_000) : 0;
  const leftS = share ? Math.round((elapsedMs * (1 - share)) / share / 1_000) : null;
  return [
    share === null ? null : `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${Math.floor(share * 100)} %`,
    `${rows.toLocaleString('en')} rows`,
    `${rate.toLocaleString('en')}/s`,
    bytes === null ? megabytes(bytesRead) : `${megabytes(bytesRead, false)} of ${megabytes(bytes)}`,
    leftS === null ? null : `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')} left`,
    refused > 0 ? `${refused.toLocaleString('en')} rejected` : null,
  ]
    .filter((part) => part !== null)
    .join('  ');
}

/** Drawn over itself on a terminal; elsewhere a line every five seconds, so that logs stay short. */
export class ProgressLine {
  private drawnMs: number;
  private isOpen = false;

  constructor(
    private readonly out: Sink,
    private readonly nowMs: () => number,
  ) {
    this.drawnMs = out.isTerminal ? -Infinity : nowMs();
  }

  async draw(text: string): Promise<void> {
    const { isTerminal, columns } = this.out;
    if (this.nowMs() - this.drawnMs < (isTerminal ? drawMs : plainMs)) return;
    this.drawnMs = this.nowMs();
    this.isOpen = isTerminal;
    await this.out.write(isTerminal ? `\r\u001b[2K${text.slice(0, columns - 1)}` : `${text}\n`);
  }

  /** Prints a line in the place of the one that is drawn. */
  async finish(text: string): Promise<void> {
    await this.out.write(`${this.isOpen ? '\r\u001b[2K' : ''}${visible(text)}\n`);
    this.isOpen = false;
  }
}

function megabytes(bytes: number, hasUnit = true): string {
  return `${(bytes / 1_000_000).toFixed(1)}${hasUnit ? ' MB' : ''}`;
}
