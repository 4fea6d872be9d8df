/** Where a line is shown. */
export interface Place {
  isTerminal: boolean;
  /** Characters a line. */
  columns: number;
}

export interface ProgressLineOptions {
  /** Milliseconds; any origin, never back. */
  nowMs?: () => number;
  /** Least milliseconds between two drawings on a terminal. */
  drawEveryMs?: number;
  /** Least milliseconds between two lines elsewhere; without it only finished lines are printed there. */
  plainEveryMs?: number;
}

const clear = '\r\u001b[2K';

/**
 * One line that is drawn over itself on a terminal; elsewhere whole lines at intervals, so that logs stay short. It writes
 * nothing: each method gives the text to write, which may be empty.
 */
export class ProgressLine {
  private readonly nowMs: () => number;
  private readonly everyMs: number;
  private drawnMs: number;
  private isOpen = false;

  constructor(
    private readonly place: Place,
    { nowMs = () => performance.now(), drawEveryMs = 0, plainEveryMs = Infinity }: ProgressLineOptions = {},
  ) {
    this.nowMs = nowMs;
    this.everyMs = place.isTerminal ? drawEveryMs : plainEveryMs;
    this.drawnMs = place.isTerminal ? -Infinity : nowMs();
  }

  draw(text: string): string {
    const nowMs = this.nowMs();
    if (nowMs - this.drawnMs < this.everyMs) return '';
    this.drawnMs = nowMs;
    this.isOpen = this.place.isTerminal;
    return this.isOpen ? `${clear}${text.slice(0, Math.max(0, this.place.columns - 1))}` : `${text}\n`;
  }

  /** A line in the place of the one that is drawn; what is drawn next stands below it. */
  finish(text: string): string {
    const before = this.isOpen ? clear : '';
    this.isOpen = false;
    return `${before}${text}\n`;
  }
}
